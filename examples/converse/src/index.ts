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
export { lowerRequest, notice } from './lower.ts'
export { decodeRequest, encodeRequest } from './request.ts'
export { decodeResponse, encodeResponse } from './response.ts'
export { createStreamDecoder, createStreamEncoder } from './stream.ts'
