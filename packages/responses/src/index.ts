export { responses } from './adapter.ts'
export type { ResponsesAdapter } from './adapter.ts'
export {
  decodeCountRequest,
  decodeCountResponse,
  encodeCountRequest,
  encodeCountResponse,
  parseCountRequest,
  parseCountResponse,
} from './count.ts'
export { decodeFailure } from './decode-failure.ts'
export { decodeRequest } from './decode-request.ts'
export { decodeResponse } from './decode-response.ts'
export { createStreamDecoder } from './decode-stream.ts'
export { detachState } from './detach-state.ts'
export { encodeFailure } from './encode-failure.ts'
export { encodeRequest } from './encode-request.ts'
export { encodeResponse } from './encode-response.ts'
export { createStreamEncoder } from './encode-stream.ts'
export { format } from './extension.ts'
export { hasNestedFunctions } from './has-nested-functions.ts'
export { http } from './http.ts'
export { keptItemId } from './kept-item-id.ts'
export { lowerRequest } from './lower-request.ts'
export { modelProfiles } from './model-profiles.ts'
export { notice } from './notices.ts'
export { parseFailure } from './parse-failure.ts'
export { parseRequest } from './parse-request.ts'
export { parseResponse } from './parse-response.ts'
export { createStreamParser } from './parse-stream.ts'
export { dialects, readDialect } from './profiles.ts'
export type { Dialect } from './profiles.ts'
export { readKeptItemId } from './read-kept-item-id.ts'
export { schemas } from './schemas.ts'
export { createStreamSerializer } from './serialize-stream.ts'
export { decodeUsage } from './usage.ts'
export type { WireItem } from './wire/wire-item.ts'
export type { WireCount, WireCountRequest, WireRequest } from './wire/wire-request.ts'
export type { WireFailure, WireResponse, WireStreamEvent } from './wire/wire-response.ts'
