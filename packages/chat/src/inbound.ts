import { encodeOpenaiRates, readBodyHead, recognizesOpenai } from '@interlingua/adapter-kit'
import type { InboundAdapter } from '@interlingua/core'
import type { InboundEdge } from '@interlingua/core/edge'
import { checkWords } from './check-words.ts'
import { decodeRequest } from './decode-request.ts'
import { encodeFailure } from './encode-failure.ts'
import { encodeResponse } from './encode-response.ts'
import { createStreamEncoder } from './encode-stream.ts'
import { format } from './extension.ts'
import { http } from './http.ts'
import { parseRequest } from './parse-request.ts'
import { createStreamSerializer } from './serialize-stream.ts'
import type { WireRequest } from './wire/request.ts'
import type { WireFailure, WireResponse, WireStreamChunk } from './wire/response.ts'

/** OpenAI Chat Completions, as its server. */
export interface ChatInbound extends InboundAdapter<WireRequest, WireResponse, WireStreamChunk, WireFailure> {
  readonly format: 'chat'
}

/** Half of the format that serves its clients. */
export const chat: InboundEdge<ChatInbound> = {
  adapter: {
    format,
    http,
    parseRequest,
    decodeRequest,
    encodeResponse,
    createStreamEncoder,
    createStreamSerializer,
    encodeFailure,
  },
  vendor: 'openai',
  client: {
    routes: [{ path: '/v1/chat/completions', operation: 'generate', summary: 'Generate, as OpenAI Chat Completions' }],
    recognizes: recognizesOpenai,
    readHead: ({ body }) => readBodyHead(body, 'messages'),
    checkWords,
    checksModel: false,
    headers: {
      forwarded: ['openai-beta', 'idempotency-key', 'x-client-request-id', 'x-session-id', 'x-session-affinity'],
      requestId: 'x-request-id',
      rates: encodeOpenaiRates,
    },
    stream: {
      // Empty lines, since a comment spoils the errors of go-openai.
      keepAlive: { text: '\n\n', afterStart: false },
      comments: true,
      // LangChain4j and langchaingo skip an error object.
      breaksOnFailure: true,
      arrays: false,
    },
  },
}
