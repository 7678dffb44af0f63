import type { Failure } from '@interlingua/core'
import type { Channel } from '../channel.ts'
import type { Verdict } from './verdict.ts'

/**
 * Whether a request may be given to an upstream after an answer with this error. A rate limit and an overload are told before anything is
 * carried out, as are refused credentials and models that are not there; of any other 5xx nobody can know that.
 */
export function judgeAnswer(channel: Channel, status: number, failure: Failure): Verdict {
  switch (failure.code) {
    case 'authentication':
    case 'permission':
    case 'billing':
      return 'elsewhere'
  }
  switch (status) {
    case 429:
    case 503:
    case 529:
      return 'again'
    case 401:
    case 402:
    case 403:
    case 404:
      return 'elsewhere'
  }
  // A redirect is not followed: it would take the credentials to somebody else.
  if (status < 400) return 'elsewhere'
  return channel.retryOn.includes(status) ? 'again' : 'final'
}
