import type { Failure } from '@interlingua/core'
import type { Channel } from '../channels/channel.ts'
import type { RetryDecision } from './retry-decision.ts'

/** Whether a request may be given to an upstream again after a failure that is no answer: of the connection, or within a stream of which nothing was shown. */
export function judgeFailure(channel: Channel, { code }: Failure): RetryDecision {
  switch (code) {
    case 'rate-limit':
    case 'overloaded':
      return 'retry'
    case 'authentication':
    case 'permission':
    case 'billing':
      return 'next-channel'
    case 'timeout':
      return channel.retryOn.includes('timeout') ? 'retry' : 'final'
    case 'truncated-stream':
      return channel.retryOn.includes('broken') ? 'retry' : 'final'
    default:
      return 'final'
  }
}
