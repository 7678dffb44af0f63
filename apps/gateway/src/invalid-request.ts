import type { Pointer } from '@interlingua/core'
import type { Fault } from './fault.ts'

/** A 400 that names the caller's field, where there is one. */
export function invalidRequest(message: string, path?: Pointer): Fault {
  return { failure: { code: 'invalid-request', message, retryable: false, status: 400, ...(path !== undefined && { path }) } }
}
