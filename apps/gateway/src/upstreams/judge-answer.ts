import type { Failure } from '@interlingua/core'
import type { Channel } from '../channels/channel.ts'
import type { RetryDecision } from './retry-decision.ts'

/**
 * Whether a request may be given to an upstream after an answer with this error. A rate limit and an overload are told before anything is
 * carried out, as are refused credentials and models that are not there; of any other 5xx nobody can know that. `worded`: it says so in its
 * format's own document, or when to come again. A bare 503 may be of some proxy that has lost the upstream in the middle of its work.
 */
export function judgeAnswer(channel: Channel, status: number, failure: Failure, worded: boolean): RetryDecision {
  switch (failure.code) {
    case 'authentication':
    case 'permission':
    case 'billing':
      return 'next-channel'
  }
  switch (status) {
    case 429:
    case 529:
      return 'retry'
    case 503:
      if (worded) return 'retry'
      break
    case 401:
    case 402:
    case 403:
    case 404:
    case 407:
    // A redirect is not followed: it would take the credentials to somebody else. 303 is none of these: it says that the request was carried
    // out and that its answer is elsewhere.
    case 301:
    case 302:
    case 307:
    case 308:
      return 'next-channel'
  }
  return channel.retryOn.includes(status) ? 'retry' : 'final'
}
