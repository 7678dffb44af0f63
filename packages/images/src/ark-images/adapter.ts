import type { ImageAdapter } from '../image-adapter.ts'
import { createStreamDecoder } from './create-stream-decoder.ts'
import { createStreamEncoder } from './create-stream-encoder.ts'
import { createStreamParser } from './create-stream-parser.ts'
import { createStreamSerializer } from './create-stream-serializer.ts'
import { decodeFailure } from './decode-failure.ts'
import { decodeRequest } from './decode-request.ts'
import { decodeResponse } from './decode-response.ts'
import { encodeRequest } from './encode-request.ts'
import { encodeResponse } from './encode-response.ts'
import { format } from './format.ts'
import { lowerRequest } from './lower-request.ts'
import { parseRequest } from './parse-request.ts'
import { parseResponse } from './parse-response.ts'
import { readDialect } from './read-dialect.ts'
import type { WireArkEvent, WireArkRequest, WireArkResponse } from './wire.ts'

/** Seedream on Ark, both as its server and as its client. https://www.volcengine.com/docs/82379/1541523 */
export const arkImages = {
  format,
  givesUrls: true,
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
  decodeFailure,
  checkDialect: readDialect,
  acceptsUrl: ({ source }) => source.type === 'url' && /^https?:/i.test(source.url),
} satisfies ImageAdapter<WireArkRequest, WireArkResponse, WireArkEvent>
