import type { CountAdapter } from '@interlingua/core'
import {
  decodeCountRequest,
  decodeCountResponse,
  encodeCountRequest,
  encodeCountResponse,
  parseCountRequest,
  parseCountResponse,
} from './count.ts'
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
import type { ResponsesInbound } from './inbound.ts'
import type { ResponsesOutbound } from './outbound.ts'
import type { WireCount, WireCountRequest } from './wire/wire-request.ts'

/** Adapter of OpenAI Responses. */
export interface ResponsesAdapter extends ResponsesInbound, ResponsesOutbound {
  readonly format: 'responses'
  readonly count: CountAdapter<WireCountRequest, WireCount>
}

/** OpenAI Responses, as its server and as its client. */
export const responses: ResponsesAdapter = {
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
  count: { parseCountRequest, decodeCountRequest, encodeCountRequest, parseCountResponse, decodeCountResponse, encodeCountResponse },
}
