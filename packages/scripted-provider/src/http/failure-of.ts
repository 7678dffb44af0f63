import { isInterlinguaError } from '@interlingua/core'
import type { Failure } from '@interlingua/core'

/** What the dialect answers where an adapter refused the request; anything else is a bug and goes on. */
export function failureOf(error: unknown): Failure {
  if (!isInterlinguaError(error)) throw error
  return { code: 'invalid-request', message: error.message, retryable: false, status: 400, path: error.path }
}
