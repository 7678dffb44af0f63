export {
  converse,
  createStreamParser,
  createStreamSerializer,
  decodeFailure,
  encodeFailure,
  http,
  parseFailure,
  parseRequest,
  parseResponse,
} from './adapter.ts'
export { createByteDecoder, createByteEncoder } from './bytes.ts'
export { createStreamDecoder } from './decode-stream.ts'
export { createStreamEncoder } from './encode-stream.ts'
export { lowerRequest } from './lower-request.ts'
export { notice } from './notices.ts'
export { decodeRequest, encodeRequest } from './request.ts'
export { decodeResponse, encodeResponse } from './response.ts'
export type { WireEvent, WireFailure, WireRequest, WireResponse } from './wire.ts'
