import type { Failure } from '@interlingua/core'

/** Something in a stream that no client can read as an event. */
export const malformedStream: Failure = {
  code: 'malformed-upstream',
  message: 'The upstream sent an event that is not a JSON object.',
  retryable: true,
  status: 502,
}
