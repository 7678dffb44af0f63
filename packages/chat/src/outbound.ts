import type { Context, DocumentPart, MediaPart, OutboundAdapter } from '@interlingua/core'
import type { OutboundEdge } from '@interlingua/core/edge'
import { acceptsUrl } from './accepts-url.ts'
import { cacheKeySlot } from './cache-key-slot.ts'
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
import { dialectHosts, dialects, readDialect } from './profiles.ts'
import type { Dialect } from './profiles.ts'
import { usageOf } from './status-reader.ts'
import type { WireRequest } from './wire/request.ts'
import type { WireFailure, WireResponse, WireStreamChunk } from './wire/response.ts'

/** OpenAI Chat Completions, as its client. */
export interface ChatOutbound extends OutboundAdapter<WireRequest, WireResponse, WireStreamChunk, WireFailure> {
  readonly format: 'chat'
  acceptsUrl(part: MediaPart | DocumentPart, context: Context): boolean
}

/** Half of the format that calls its upstreams. */
export const chat: OutboundEdge<ChatOutbound, Dialect, keyof typeof dialects> = {
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
  },
  vendor: 'openai',
  profiles: modelProfiles,
  dialect: { presets: dialects, check: readDialect, hosts: dialectHosts },
  upstream: {
    baseUrl: 'https://api.openai.com',
    headers: (key) => (key === undefined ? {} : { authorization: `Bearer ${key}` }),
    cacheKeySlot,
    answerKeys: { generate: ['choices'] },
    usageOf,
    modelAt: { document: ['model'], event: ['model'] },
    supports: {},
  },
}
