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
import { acceptsUrl } from './accepts-url.ts'
import type { ContentsInbound } from './inbound.ts'
import type { ContentsOutbound } from './outbound.ts'
import type { WireCount, WireCountRequest } from './wire/wire-request.ts'

/** Adapter of Native contents (Gemini generateContent). */
export interface ContentsAdapter extends ContentsInbound, ContentsOutbound {
  readonly format: 'contents'
  readonly count: CountAdapter<WireCountRequest, WireCount>
}

/** Native contents (Gemini generateContent), as its server and as its client. https://ai.google.dev/api/generate-content */
export const contents: ContentsAdapter = {
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
  acceptsUrl,
}
