import type { Failure } from '@interlingua/core'
import type { Channel } from '../channels/channel.ts'
import type { Verdict } from './verdict.ts'

/** Whether a request may be given to an upstream again after a failure that is no answer: of the connection, or within a stream of which nothing was shown. */
export function judgeFailure(channel: Channel, { code }: Failure): Verdict {
  switch (code) {
    case 'rate-limit':
    case 'overloaded':
      return 'again'
    case 'authentication':
    case 'permission':
    case 'billing':
      return 'elsewhere'
    case 'timeout':
      return channel.retryOn.includes('timeout') ? 'again' : 'final'
    case 'truncated-stream':
      return channel.retryOn.includes('broken') ? 'again' : 'final'
    default:
      return 'final'
  }
}
