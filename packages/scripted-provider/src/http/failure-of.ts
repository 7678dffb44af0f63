import { isInterlinguaError } from '@interlingua/core'
import type { Failure } from '@interlingua/core'

/** The failure of a request that an adapter refused. Throws any other error again, which is a bug. */
export function failureOf(error: unknown): Failure {
  if (!isInterlinguaError(error)) throw error
  return { code: 'invalid-request', message: error.message, retryable: false, status: 400, path: error.path }
}
