import type { ChannelDefaults, ChannelOptions } from './channels/channel-options.ts'

/** Thresholds and times of a channel's breaker, in milliseconds. */
export interface BreakerOptions {
  /** Number of failures within the window that open the breaker, if at least half of all calls failed; 0: it never opens. */
  readonly failures: number
  readonly window: number
  /** Time until the first probe; doubled after each failed probe, up to eight times. */
  readonly cooldown: number
  /** Time until the first probe after refused credentials, of which `refusals` in a row open the breaker. */
  readonly credentialCooldown: number
  readonly refusals: number
}

/** Circuit breaker of a channel, which decides by past calls whether its upstream may be called now. */
export interface Circuit {
  /** State of the breaker. `open`: no call is made; `half-open`: one probe runs, or may be made. */
  readonly state: 'closed' | 'open' | 'half-open'
  /** Cause of the last opening: failures of the upstream, or refused credentials of this gateway. */
  readonly cause: 'failures' | 'credentials'
  /** Milliseconds until the upstream may be called; 0 is now. */
  openForMs(): number
  /**
   * Begins a call; a promise where another process decides who makes the probe. Each pass is ended once by one of the four methods; undefined: no
   * call may be made now.
   */
  acquire(): Pass | undefined | Promise<Pass | undefined>
  /** Ends a call that the upstream served; a request refused as wrong counts as well. */
  succeed(pass: Pass): void
  fail(pass: Pass): void
  /** Ends a call that was refused because of the gateway's credentials, bill or rights. */
  refuse(pass: Pass): void
  /** Ends a call that tells nothing of the upstream: the client left, or the upstream asked to wait. */
  release(pass: Pass): void
  /** Notes that the upstream asked for a pause of so many milliseconds, in which other channels are preferred. */
  coolDown(millis: number): void
  /** Milliseconds of the pause that are left. */
  readonly coolDownMs: number
}

/** Circuit breaker of this process, which decides at once. */
export interface LocalCircuit extends Circuit {
  acquire(): Pass | undefined
}

/** Kind of call; `probe`: the one call that decides whether the breaker closes. */
export type Pass = 'call' | 'probe'

/** Largest number of times that a cooldown is doubled. */
const longest = 3

/**
 * Creates a circuit breaker. It opens if the last failures lie within the window and are at least half of all calls since the first of them; after
 * the cooldown one probe at a time closes it, or opens it again for longer. Results of calls from before the opening are ignored. `now`: a monotonic
 * clock in milliseconds. Breakers of libraries wrap one promise for each call and know one cause; here a call may end long after its answer began, and
 * refused credentials, pauses that the upstream asked for and calls that tell nothing each count in their own way.
 */
export function createBreaker(options: BreakerOptions, now: () => number): LocalCircuit {
  const { failures: limit, window, refusals: refusalLimit } = options
  let opened = false
  let cause: Circuit['cause'] = 'failures'
  /** Number of probes that failed in a row. */
  let reopened = 0
  let openUntil = 0
  let probing = false
  let refused = 0
  let restUntil = 0
  /** Number of ended calls; of the last failures, the time and the number of the call. */
  let calls = 0
  let failed = 0
  const times: number[] = []
  const numbers: number[] = []

  function open(why: Circuit['cause']): void {
    if (limit === 0) return
    cause = why
    opened = true
    probing = false
    const cooldown = why === 'credentials' ? options.credentialCooldown : options.cooldown
    openUntil = now() + cooldown * 2 ** Math.min(reopened, longest)
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
      // The duration of a running probe is unknown, so callers are told to retry soon.
      return left > 0 ? left : probing ? Math.min(options.cooldown, 1_000) : 0
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
      // The oldest of the last failures is in the place of the next one.
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

/** Reports the status of an answer to the breaker. A wrong request, or a rate limit, is no failure of the upstream. */
export function reportStatus(circuit: Circuit, pass: Pass, status: number): void {
  switch (status) {
    case 401:
    case 402:
    case 407:
      return circuit.refuse(pass)
    // Status 403 also means a file or a cache that one request names: no caller may close a channel for others by such a name.
    case 403:
    case 429:
      return circuit.release(pass)
    // The upstream does not have the endpoint, but works.
    case 501:
      return circuit.succeed(pass)
    default:
      // The upstream answers, but its redirect is not followed.
      if (status >= 300 && status < 400) return circuit.fail(pass)
      return status < 500 ? circuit.succeed(pass) : circuit.fail(pass)
  }
}

const never: BreakerOptions = { failures: 0, window: 0, cooldown: 0, credentialCooldown: 0, refusals: 0 }

/** Options of a channel's breaker: the channel's own, else those of the whole configuration. */
export function readBreakerOptions(config: ChannelDefaults, channel: ChannelOptions): BreakerOptions {
  if ((channel.circuitBreaker ?? config.circuitBreaker) === false) return never
  const { failures = 20, window = 30, cooldown = 10, credentialCooldown = 60 } = { ...config.circuitBreaker, ...channel.circuitBreaker }
  return { failures, window: window * 1000, cooldown: cooldown * 1000, credentialCooldown: credentialCooldown * 1000, refusals: 3 }
}
