import { readBodyHead } from '@interlingua/adapter-kit'
import type { InboundAdapter, InboundCount } from '@interlingua/core'
import type { EdgeHeaders, InboundEdge } from '@interlingua/core/edge'
import { checkService } from './check-service.ts'
import { checkWords } from './check-words.ts'
import { decodeCountRequest, encodeCountResponse, parseCountRequest } from './count.ts'
import { decodeRequest } from './decode-request.ts'
import { encodeFailure } from './encode-failure.ts'
import { encodeResponse } from './encode-response.ts'
import { createStreamEncoder } from './encode-stream.ts'
import { format } from './extension.ts'
import { http } from './http.ts'
import { parseRequest } from './parse-request.ts'
import { encodeRates } from './rates.ts'
import { createStreamSerializer } from './serialize-stream.ts'
import type { WireCount, WireCountRequest, WireRequest } from './wire/wire-request.ts'
import type { WireFailure, WireResponse, WireStreamEvent } from './wire/wire-response.ts'

/** Anthropic Messages, as its server. */
export interface MessagesInbound extends InboundAdapter<WireRequest, WireResponse, WireStreamEvent, WireFailure> {
  readonly format: 'messages'
  readonly count: InboundCount<WireCountRequest, WireCount>
}

/** Half of the format that serves its clients. */
export const messages: InboundEdge<MessagesInbound> = {
  adapter: {
    format,
    http,
    parseRequest,
    decodeRequest,
    encodeResponse,
    createStreamEncoder,
    createStreamSerializer,
    encodeFailure,
    count: { parseCountRequest, decodeCountRequest, encodeCountResponse },
  },
  vendor: 'anthropic',
  client: {
    routes: [
      { path: '/v1/messages', operation: 'generate', summary: 'Generate, as Anthropic Messages' },
      { path: '/v1/messages/count_tokens', operation: 'count', summary: 'Count the tokens of a Messages request' },
    ],
    recognizes,
    readHead: ({ body }) => readBodyHead(body, 'messages'),
    check: checkService,
    checkWords,
    checksModel: false,
    headers: {
      forwarded: ['anthropic-version', 'anthropic-beta', 'anthropic-user-profile-id', 'idempotency-key', 'x-client-request-id'],
      requestId: 'request-id',
      rates: encodeRates,
    },
    keyError,
    stream: {
      keepAlive: { text: 'event: ping\ndata: {"type":"ping"}\n\n', afterStart: true },
      comments: true,
      breaksOnFailure: false,
      arrays: false,
    },
  },
}

/** Error members that Claude Code and the SDKs look for in model lists. */
function keyError(operation: string): { readonly type: string } | { readonly code: string } | undefined {
  if (operation === 'count') return { type: 'invalid_request_error' }
  return operation === 'models' ? { code: 'invalid_api_key' } : undefined
}

/** Only Anthropic has the version's header; a key in `x-api-key` says less than a bearer token does. */
function recognizes(_url: string, headers: EdgeHeaders): number {
  if (headers['anthropic-version'] !== undefined) return 4
  return headers['x-api-key'] !== undefined || headers['x-anthropic-api-key'] !== undefined ? 1.5 : 0
}
