import type { Circuit, Pass } from './breaker.ts'
import type { BreakerOptions } from './breaker-options.ts'

/** Times that a pause is doubled at most. */
const longest = 3

/**
 * A circuit breaker. Closed: it opens where the last so many failures lie within the window, and are at least half of all calls since the
 * first of them. Open: nobody calls until the pause is over. Half open: one probe at a time; its success closes, its failure opens again, for longer.
 * What comes of calls that began before it opened counts no more. `now` is a clock in milliseconds that never goes back.
 */
export function createBreaker(options: BreakerOptions, now: () => number): Circuit {
  const { failures: limit, window, refusals: refusalLimit } = options
  let opened = false
  let cause: Circuit['cause'] = 'failures'
  /** How often in a row a probe failed. */
  let reopened = 0
  let openUntil = 0
  let probing = false
  let refused = 0
  let restUntil = 0
  /** Calls that ended, and of the last failures the time and the number of the call. */
  let calls = 0
  let failed = 0
  const times: number[] = []
  const numbers: number[] = []

  function open(why: Circuit['cause']): void {
    if (limit === 0) return
    cause = why
    opened = true
    probing = false
    const pause = why === 'credentials' ? options.credentialPause : options.pause
    openUntil = now() + pause * 2 ** Math.min(reopened, longest)
  }

  function close(): void {
    opened = false
    probing = false
    reopened = 0
    refused = 0
    failed = 0
  }

  function reopen(why: Circuit['cause']): void {
    reopened++
    open(why)
  }

  return {
    get state() {
      return opened ? (now() < openUntil ? 'open' : 'half-open') : 'closed'
    },
    get cause() {
      return cause
    },
    openForMs() {
      if (!opened) return 0
      const left = openUntil - now()
      // While a probe is out nobody knows how long it takes: one is told to come back soon.
      return left > 0 ? left : probing ? Math.min(options.pause, 1_000) : 0
    },
    acquire(): Pass | undefined {
      if (!opened) return 'call'
      if (probing || now() < openUntil) return undefined
      probing = true
      return 'probe'
    },
    succeed(pass) {
      if (pass === 'probe') return close()
      if (opened) return
      calls++
      refused = 0
    },
    fail(pass) {
      if (pass === 'probe') return reopen('failures')
      if (opened || limit === 0) return
      calls++
      const place = failed++ % limit
      times[place] = now()
      numbers[place] = calls
      if (failed < limit) return
      // The oldest of the last failures stands where the next will.
      const oldest = failed % limit
      const recent = now() - (times[oldest] ?? 0) < window
      if (recent && limit * 2 > calls - (numbers[oldest] ?? 0)) open('failures')
    },
    refuse(pass) {
      if (pass === 'probe') return reopen('credentials')
      if (opened) return
      if (++refused >= refusalLimit) open('credentials')
    },
    release(pass) {
      if (pass === 'probe') probing = false
    },
    coolDown(millis) {
      restUntil = Math.max(restUntil, now() + millis)
    },
    get coolDownMs() {
      return Math.max(0, restUntil - now())
    },
  }
}
