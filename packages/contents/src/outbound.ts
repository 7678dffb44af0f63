import type { Context, DocumentPart, MediaPart, OutboundAdapter, OutboundCount } from '@interlingua/core'
import type { OutboundEdge } from '@interlingua/core/edge'
import { acceptsUrl } from './accepts-url.ts'
import { decodeCountResponse, encodeCountRequest, parseCountResponse } from './count.ts'
import { decodeFailure } from './decode-failure.ts'
import { decodeResponse } from './decode-response.ts'
import { createStreamDecoder } from './decode-stream.ts'
import { encodeRequest } from './encode-request.ts'
import { format } from './extension.ts'
import { fitImages } from './fit-images.ts'
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
import type { WireFailure, WireResponse, WireStreamFrame } from './wire/wire-response.ts'

/** Native contents (Gemini generateContent), as its client. */
export interface ContentsOutbound extends OutboundAdapter<WireRequest, WireResponse, WireStreamFrame, WireFailure> {
  readonly format: 'contents'
  acceptsUrl(part: MediaPart | DocumentPart, context: Context): boolean
  readonly count: OutboundCount<WireCountRequest, WireCount>
}

/** Half of the format that calls its upstreams. */
export const contents: OutboundEdge<ContentsOutbound, DialectOptions, never> = {
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
  vendor: 'google',
  profiles: modelProfiles,
  dialect: { presets: {}, check: checkDialect },
  upstream: {
    baseUrl: 'https://generativelanguage.googleapis.com',
    headers: (key) => (key === undefined ? {} : { 'x-goog-api-key': key }),
    fitBody: fitImages,
    countPath: (model) => `/v1beta/models/${encodeURIComponent(model)}:countTokens`,
    // A blocked prompt has no candidates.
    answerKeys: { generate: ['candidates', 'promptFeedback'], count: ['totalTokens'] },
    usageOf,
    modelAt: { document: ['modelVersion'], event: ['modelVersion'] },
    supports: { cachedContents: true },
  },
}
