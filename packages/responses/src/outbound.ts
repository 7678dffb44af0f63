import type { OutboundAdapter, OutboundCount } from '@interlingua/core'
import type { OutboundEdge } from '@interlingua/core/edge'
import { cacheKeySlot } from './cache-key-slot.ts'
import { decodeCountResponse, encodeCountRequest, parseCountResponse } from './count.ts'
import { decodeFailure } from './decode-failure.ts'
import { decodeResponse } from './decode-response.ts'
import { createStreamDecoder } from './decode-stream.ts'
import { detachState } from './detach-state.ts'
import { encodeRequest } from './encode-request.ts'
import { format } from './extension.ts'
import { http } from './http.ts'
import { lowerRequest } from './lower-request.ts'
import { modelProfiles } from './model-profiles.ts'
import { missingMembers } from './missing-members.ts'
import { encodeSummary } from './parts/summary.ts'
import { parseFailure } from './parse-failure.ts'
import { parseResponse } from './parse-response.ts'
import { createStreamParser } from './parse-stream.ts'
import { dialectHosts, dialects, readDialect } from './profiles.ts'
import type { Dialect } from './profiles.ts'
import { readKeptItemId } from './read-kept-item-id.ts'
import { sealedReasoning } from './sealed-reasoning.ts'
import { socketFrames } from './socket-frames.ts'
import { usageOf } from './stream-status.ts'
import type { WireCount, WireCountRequest, WireRequest } from './wire/wire-request.ts'
import type { WireFailure, WireResponse, WireStreamEvent } from './wire/wire-response.ts'

/** OpenAI Responses, as its client. */
export interface ResponsesOutbound extends OutboundAdapter<WireRequest, WireResponse, WireStreamEvent, WireFailure> {
  readonly format: 'responses'
  readonly count: OutboundCount<WireCountRequest, WireCount>
}

/** Half of the format that calls its upstreams. */
export const responses: OutboundEdge<ResponsesOutbound, Dialect, keyof typeof dialects> = {
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
    count: { encodeCountRequest, parseCountResponse, decodeCountResponse },
  },
  vendor: 'openai',
  profiles: modelProfiles,
  dialect: { presets: dialects, check: readDialect, hosts: dialectHosts },
  upstream: {
    baseUrl: 'https://api.openai.com',
    headers: (key) => (key === undefined ? {} : { authorization: `Bearer ${key}` }),
    cacheKeySlot,
    countPath: () => '/v1/responses/input_tokens',
    answerKeys: { generate: ['output'], count: ['input_tokens'] },
    usageOf,
    reportsFailure: ({ status }) => status === 'failed',
    missing: { fact: 'wholeAnswers', members: missingMembers },
    modelAt: { document: ['model'], event: ['response', 'model'] },
    supports: { storedResponses: true },
    frames: socketFrames,
    responses: {
      detach: detachState,
      readItemId: readKeptItemId,
      encodeSummary,
      compactPath: '/v1/responses/compact',
      seals: sealedReasoning,
    },
  },
}
