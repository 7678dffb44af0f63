import type { Json } from './json.ts'
import type { Extensions, Format } from './node.ts'
import type { Pointer } from './pointer.ts'

export type FailureCode =
  | 'invalid-request'
  | 'context-length'
  | 'precondition'
  | 'authentication'
  | 'billing'
  | 'permission'
  | 'not-found'
  | 'conflict'
  | 'too-large'
  | 'unprocessable'
  | 'policy'
  | 'rate-limit'
  | 'overloaded'
  | 'server'
  | 'timeout'
  | 'cancelled'
  | 'unsupported'
  | 'truncated-stream'
  | 'limit'
  | 'malformed-upstream'

/** An error document that a provider sent or a client must get. Data, never thrown. */
export interface Failure {
  readonly code: FailureCode
  readonly message: string
  readonly retryable: boolean
  /** HTTP status as the provider sent it. */
  readonly status?: number
  readonly retryAfterMs?: number
  /** Field of the client's body that is at fault. Absent: not known. */
  readonly path?: Pointer
  readonly requestId?: string
  readonly raw?: { readonly format: Format; readonly wire: Json }
  readonly extensions?: Extensions
}
