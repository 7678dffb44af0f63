export { ConfigError, explainAbsence } from './failure-reply.ts'
export { contentCodings, isLoopback, isSaneWait, queryOf } from './http.ts'
export { createFormats, type Formats } from './create-formats.ts'
export {
  credentialsRefused,
  type FailureReply,
  failureOfError,
  invalidRequest,
  isCredentialsRefused,
  type LimitName,
  malformedUpstream,
} from './failure-reply.ts'
export type { EndpointErrors, EndpointFacts } from './endpoint-facts.ts'
export { fitsPattern, rememberByName } from './patterns.ts'
export { type Guarded, proceed, type ServeResult } from './failure-reply.ts'
