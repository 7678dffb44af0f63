import type { Context, DocumentPart, MediaPart, OutboundAdapter, OutboundCount } from '@interlingua/core'
import type { OutboundEdge } from '@interlingua/core/edge'
import { acceptsUrl } from './accepts-url.ts'
import { decodeCountResponse, encodeCountRequest, parseCountResponse } from './count.ts'
import { decodeFailure } from './decode-failure.ts'
import { decodeResponse } from './decode-response.ts'
import { createStreamDecoder } from './decode-stream.ts'
import { encodeRequest } from './encode-request.ts'
import { format } from './extension.ts'
import { http } from './http.ts'
import { lowerRequest } from './lower-request.ts'
import { modelProfiles } from './model-profiles.ts'
import { parseFailure } from './parse-failure.ts'
import { parseResponse } from './parse-response.ts'
import { createStreamParser } from './parse-stream.ts'
import { checkDialect } from './profiles.ts'
import type { DialectOptions } from './profiles.ts'
import { usageOf } from './status-reader.ts'
import type { WireCount, WireCountRequest, WireRequest } from './wire/wire-request.ts'
import type { WireFailure, WireResponse, WireStreamEvent } from './wire/wire-response.ts'

/** Anthropic Messages, as its client. */
export interface MessagesOutbound extends OutboundAdapter<WireRequest, WireResponse, WireStreamEvent, WireFailure> {
  readonly format: 'messages'
  acceptsUrl(part: MediaPart | DocumentPart, context: Context): boolean
  readonly count: OutboundCount<WireCountRequest, WireCount>
}

/** Half of the format that calls its upstreams. */
export const messages: OutboundEdge<MessagesOutbound, DialectOptions, never> = {
  adapter: {
    format,
    http,
    lowerRequest,
    encodeRequest,
    parseResponse,
    decodeResponse,
    createStreamParser,
    createStreamDecoder,
    parseFailure,
    decodeFailure,
    acceptsUrl,
    count: { encodeCountRequest, parseCountResponse, decodeCountResponse },
  },
  vendor: 'anthropic',
  profiles: modelProfiles,
  dialect: { presets: {}, check: checkDialect, defaults: (version) => ({ version }) },
  upstream: {
    baseUrl: 'https://api.anthropic.com',
    headers: (key, version) => ({ 'anthropic-version': version, ...(key !== undefined && { 'x-api-key': key }) }),
    countPath: () => '/v1/messages/count_tokens',
    answerKeys: { generate: ['content'], count: ['input_tokens'] },
    usageOf,
    modelAt: { document: ['model'], event: ['message', 'model'] },
    supports: { messageThreads: true },
  },
}
