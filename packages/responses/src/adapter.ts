import type { GenerateAdapter } from '@interlingua/core'
import { decodeFailure } from './decode-failure.ts'
import { decodeResponse } from './decode-response.ts'
import { createStreamDecoder } from './decode-stream.ts'
import { encodeFailure } from './encode-failure.ts'
import { encodeResponse } from './encode-response.ts'
import { createStreamEncoder } from './encode-stream.ts'
import { format } from './extension.ts'
import { http } from './http.ts'
import { parseFailure } from './parse-failure.ts'
import { parseResponse } from './parse-response.ts'
import { createStreamParser } from './parse-stream.ts'
import { createStreamSerializer } from './serialize-stream.ts'

export const answers = {
  format,
  http,
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
} satisfies Partial<GenerateAdapter>
