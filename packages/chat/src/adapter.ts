import { decodeFailure } from './decode-failure.ts'
import { decodeRequest } from './decode-request.ts'
import { decodeResponse } from './decode-response.ts'
import { createStreamDecoder } from './decode-stream.ts'
import { encodeFailure } from './encode-failure.ts'
import { encodeRequest } from './encode-request.ts'
import { encodeResponse } from './encode-response.ts'
import { createStreamEncoder } from './encode-stream.ts'
import { format } from './extension.ts'
import { http } from './http.ts'
import { lowerRequest } from './lower-request.ts'
import { parseFailure } from './parse-failure.ts'
import { parseRequest } from './parse-request.ts'
import { parseResponse } from './parse-response.ts'
import { createStreamParser } from './parse-stream.ts'
import { createStreamSerializer } from './serialize-stream.ts'
import { acceptsUrl } from './accepts-url.ts'
import type { ChatInbound } from './inbound.ts'
import type { ChatOutbound } from './outbound.ts'

/** Adapter of OpenAI Chat Completions. */
export interface ChatAdapter extends ChatInbound, ChatOutbound {
  readonly format: 'chat'
  readonly count?: never
}

/** OpenAI Chat Completions, as its server and as its client. https://platform.openai.com/docs/api-reference/chat */
export const chat: ChatAdapter = {
  format,
  http,
  parseRequest,
  decodeRequest,
  lowerRequest,
  encodeRequest,
  parseResponse,
  decodeResponse,
  encodeResponse,
  createStreamParser,
  createStreamDecoder,
  createStreamEncoder,
  createStreamSerializer,
  parseFailure,
  decodeFailure,
  encodeFailure,
  acceptsUrl,
}
