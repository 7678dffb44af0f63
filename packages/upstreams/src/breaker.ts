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

/** Failure of an upstream, for operators. */
export interface UpstreamTrouble {
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Words of the upstream, or of the connection to it, without credentials and of bounded length. */
  readonly message: string
  /** Status of the answer. Absent: there was none. */
  readonly status?: number
}

/** Circuit breaker of a channel, which decides by past calls whether its upstream may be called now. */
export interface Circuit {
  /** State of the breaker. `open`: no call is made; `half-open`: one probe runs, or may be made. */
  readonly state: 'closed' | 'open' | 'half-open'
  /** Cause of the last opening: failures of the upstream, refused credentials of this gateway, or `pause` while an operator's pause lasts. */
  readonly cause: 'failures' | 'credentials' | 'pause'
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
  /** Makes no call for so many milliseconds, by an operator's order; 0 ends such a pause. A promise where another process has to know, which may reject. */
  pause(millis: number): void | Promise<void>
  /** Milliseconds of that pause that are left. */
  readonly pauseMs: number
  /** Lets the next call through an open breaker, as its probe. A promise where another process has to know, which may reject. */
  tryNow(): void | Promise<void>
  /** Notes a failure in place of the last one, for operators; the state is not changed. */
  noteTrouble(trouble: UpstreamTrouble): void
  /** Last failure that was noted; undefined: none was. A promise where another process knows it. */
  lastTrouble(): UpstreamTrouble | undefined | Promise<UpstreamTrouble | undefined>
}

/** Circuit breaker of this process, which decides at once. */
export interface LocalCircuit extends Circuit {
  acquire(): Pass | undefined
  pause(millis: number): void
  tryNow(): void
  lastTrouble(): UpstreamTrouble | undefined
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
  /** True while the breaker is open or a pause lasts, so that calls of a closed one look at nothing else. */
  let opened = false
  /** True if past calls opened it. */
  let broken = false
  let pausedUntil = 0
  let cause: Circuit['cause'] = 'failures'
  let trouble: UpstreamTrouble | undefined
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
    opened = broken = true
    probing = false
    const cooldown = why === 'credentials' ? options.credentialCooldown : options.cooldown
    openUntil = now() + cooldown * 2 ** Math.min(reopened, longest)
  }

  /** True while no usual call is made; ends a pause whose time is over. */
  function isOpen(): boolean {
    if (opened && pausedUntil > 0 && now() >= pausedUntil) pause(0)
    return opened
  }

  function pause(millis: number): void {
    pausedUntil = millis > 0 ? now() + millis : 0
    opened = broken || millis > 0
  }

  function close(): void {
    broken = false
    opened = pausedUntil > 0
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
      if (!isOpen()) return 'closed'
      return pausedUntil > 0 || now() < openUntil ? 'open' : 'half-open'
    },
    get cause() {
      return isOpen() && pausedUntil > 0 ? 'pause' : cause
    },
    openForMs() {
      if (!isOpen()) return 0
      const left = Math.max(pausedUntil, broken ? openUntil : 0) - now()
      // The duration of a running probe is unknown, so callers are told to retry soon.
      return left > 0 ? left : probing ? Math.min(options.cooldown, 1_000) : 0
    },
    acquire(): Pass | undefined {
      if (!isOpen()) return 'call'
      if (pausedUntil > 0 || probing || now() < openUntil) return undefined
      probing = true
      return 'probe'
    },
    succeed(pass) {
      if (pass === 'probe') return close()
      if (isOpen()) return
      calls++
      refused = 0
    },
    fail(pass) {
      if (pass === 'probe') return reopen('failures')
      if (isOpen() || limit === 0) return
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
      if (isOpen()) return
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
    pause,
    get pauseMs() {
      return Math.max(0, pausedUntil - now())
    },
    tryNow() {
      openUntil = 0
    },
    noteTrouble(next) {
      trouble = next
    },
    lastTrouble: () => trouble,
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
