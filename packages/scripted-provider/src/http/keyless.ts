import type { Failure } from '@interlingua/core'

/** The error for a request without a key. */
export const keyless: Failure = {
  code: 'authentication',
  message: 'No API key: send one, any will do for the demo',
  retryable: false,
  status: 401,
}
