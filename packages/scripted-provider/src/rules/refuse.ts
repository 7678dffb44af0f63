import type { Failure, Pointer } from '@interlingua/core'

/** A 400 that names the caller's field. */
export function refuse(message: string, path?: Pointer): Failure {
  return { code: 'invalid-request', message, retryable: false, status: 400, ...(path !== undefined && { path }) }
}
