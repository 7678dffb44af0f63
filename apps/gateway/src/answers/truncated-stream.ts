import type { Failure } from '@interlingua/core'

/** A clean end of the connection where the format's own end of an answer should have come first. */
export const truncatedStream: Failure = {
  code: 'truncated-stream',
  message: 'The upstream ended its stream before the answer was complete.',
  retryable: true,
  status: 502,
}
