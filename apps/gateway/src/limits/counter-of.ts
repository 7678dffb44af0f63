import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import type { Count, RateCounter } from './rate-counter.ts'

/** The limit of a key is the key's own: the limiter only counts. */
export const endlessPoints = Number.MAX_SAFE_INTEGER

/** A limiter as a counter: whoever counts knows the limit. */
export function counterOf(limiter: RateLimiterAbstract): RateCounter {
  return {
    add: (name, points) => limiter.penalty(name, points).then(countOf),
    read: (name) => limiter.get(name).then((result) => (result === null ? undefined : countOf(result))),
  }
}

/** Stores may give large numbers as text. */
function countOf({ consumedPoints, msBeforeNext }: RateLimiterRes): Count {
  return { points: Number(consumedPoints), resetMs: Math.max(0, Number(msBeforeNext)) }
}
