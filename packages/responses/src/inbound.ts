import { encodeOpenaiRates, invalidRequest, readModelHead, recognizesOpenai } from '@interlingua/adapter-kit'
import type { Failure, InboundAdapter, InboundCount, JsonObject } from '@interlingua/core'
import type { InboundEdge, RequestHead } from '@interlingua/core/edge'
import { checkWords } from './check-words.ts'
import { decodeCountRequest, encodeCountResponse, parseCountRequest } from './count.ts'
import { decodeRequest } from './decode-request.ts'
import { encodeFailure } from './encode-failure.ts'
import { encodeResponse } from './encode-response.ts'
import { createStreamEncoder } from './encode-stream.ts'
import { format } from './extension.ts'
import { hasNestedFunctions } from './has-nested-functions.ts'
import { http } from './http.ts'
import { parseRequest } from './parse-request.ts'
import { createStreamSerializer } from './serialize-stream.ts'
import type { WireCount, WireCountRequest, WireRequest } from './wire/wire-request.ts'
import type { WireFailure, WireResponse, WireStreamEvent } from './wire/wire-response.ts'

/** OpenAI Responses, as its server. */
export interface ResponsesInbound extends InboundAdapter<WireRequest, WireResponse, WireStreamEvent, WireFailure> {
  readonly format: 'responses'
  readonly count: InboundCount<WireCountRequest, WireCount>
}

/** Half of the format that serves its clients. */
export const responses: InboundEdge<ResponsesInbound> = {
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
  vendor: 'openai',
  client: {
    routes: [
      { path: '/v1/responses', operation: 'generate', summary: 'Generate, as OpenAI Responses' },
      { path: '/v1/responses/input_tokens', operation: 'count', summary: 'Count the tokens of a Responses request' },
    ],
    recognizes: recognizesOpenai,
    readHead: ({ body }) => readHead(body),
    checkWords,
    checksModel: false,
    needsTranslation: hasNestedFunctions,
    headers: {
      forwarded: [
        'openai-beta',
        'idempotency-key',
        'x-client-request-id',
        'x-session-id',
        'x-session-affinity',
        'session-id',
        'thread-id',
        'originator',
      ],
      requestId: 'x-request-id',
      rates: encodeOpenaiRates,
    },
    stream: { keepAlive: { text: ': keepalive\n\n', afterStart: false }, comments: true, breaksOnFailure: false, arrays: false },
  },
}

/** A request may lack input only if the upstream has the conversation already. */
function readHead(body: JsonObject): RequestHead | Failure {
  const head = readModelHead(body)
  if ('code' in head) return head
  const { input } = body
  if (input === undefined || input === null) {
    const kept = ['previous_response_id', 'conversation', 'prompt'].some((key) => body[key] !== undefined && body[key] !== null)
    return kept ? head : invalidRequest('Field required', '/input')
  }
  return typeof input === 'string' || Array.isArray(input) ? head : invalidRequest('Input should be a text or a list of items', '/input')
}
