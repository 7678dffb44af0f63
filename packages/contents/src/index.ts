export {
  decodeCountRequest,
  decodeCountResponse,
  encodeCountRequest,
  encodeCountResponse,
  parseCountRequest,
  parseCountResponse,
} from './count.ts'
export { decodeRequest } from './decode-request.ts'
export { encodeRequest } from './encode-request.ts'
export { format } from './extension.ts'
export { lowerRequest } from './lower-request.ts'
export { printModelPath, readModelPath } from './model-path.ts'
export type { ModelPath } from './model-path.ts'
export { notice } from './notices.ts'
export { parseRequest } from './parse-request.ts'
export { checkDialect } from './profiles.ts'
export type { Dialect } from './profiles.ts'
export type { WirePart } from './wire/wire-part.ts'
export type { WireContent, WireCount, WireCountRequest, WireRequest } from './wire/wire-request.ts'
