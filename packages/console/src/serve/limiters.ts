import { RateLimiterMemory } from 'rate-limiter-flexible'

/** Counters of calls by sign-in, and of wrong secrets by address. */
export interface Limiters {
  readonly calls: RateLimiterMemory
  readonly wrong: RateLimiterMemory
}

interface LimiterOptions {
  readonly callsEachSecond: number
  readonly mostWrong: number
  /** Seconds. */
  readonly wrongWindow: number
}

/** Creates the counters. The module is loaded as a whole: a bundler gives no names to a library of CommonJS that is itself loaded late. */
export function createLimiters({ callsEachSecond, mostWrong, wrongWindow }: LimiterOptions): Limiters {
  return {
    calls: new RateLimiterMemory({ points: callsEachSecond, duration: 1 }),
    wrong: new RateLimiterMemory({ points: mostWrong, duration: wrongWindow }),
  }
}
