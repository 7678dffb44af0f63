import type { Outage } from '@interlingua/access'
import {
  type BreakerOptions,
  type Circuit,
  createBreaker,
  type LocalCircuit,
  type Pass,
  type UpstreamTrouble,
} from '@interlingua/upstreams'
import type { Link } from './link.ts'
import type { CallOutcome, CircuitNews, PrimaryCalls } from './protocol.ts'
import { replyTimeout } from './shared-limits.ts'

/** Time for what an operator asks, which no request waits for. */
const orderTimeout = { timeoutMs: 2_000 } as const

export interface SharedCircuit extends Circuit {
  /** Takes the state that the primary process tells. */
  change(news: CircuitNews): void
}

/**
 * Creates a worker's side of a breaker: the primary process judges by the calls of all workers, and tells its state, which is known here without
 * a question. While the primary does not answer, the worker judges by its own calls.
 */
export function createSharedCircuit(id: string, options: BreakerOptions, link: Link<PrimaryCalls>, outage: Outage): SharedCircuit {
  let opened = false
  let cause: Circuit['cause'] = 'failures'
  let openUntil = 0
  let probing = false
  let restUntil = 0
  let pausedUntil = 0
  let trouble: UpstreamTrouble | undefined
  /** True until the primary process is told of the last failure. */
  let isTroubleNew = false
  let version = 0
  /** Breaker for the time without the primary process. */
  let alone: LocalCircuit | undefined
  /** Ends of calls that the primary process has not been told. */
  let ended: CallOutcome[] = []

  function ownBreaker(): LocalCircuit | undefined {
    if (outage.isShared) return (alone = undefined)
    return (alone ??= createBreaker(options, () => performance.now()))
  }

  function change(news: CircuitNews): void {
    if (news.version < version) return
    const now = performance.now()
    ;({ version, opened, cause, probing } = news)
    openUntil = now + news.openFor
    pausedUntil = now + news.pause
    restUntil = Math.max(restUntil, now + news.coolDown)
  }

  function end(kind: CallOutcome[0], pass: Pass): void {
    ownBreaker()?.[kind](pass)
    // Most calls succeed, and are sent as a number.
    const last = ended.at(-1)
    if (last !== undefined && last[0] === kind && last[1] === pass) ended[ended.length - 1] = [kind, pass, last[2] + 1]
    else if (ended.push([kind, pass, 1]) === 1) setImmediate(report)
  }

  function report(): void {
    const outcomes = ended
    ended = []
    // Only a bad end, or that of a probe, may change the state.
    if (outcomes.every(([kind, pass]) => pass === 'call' && kind === 'succeed')) return link.send('reportCalls', id, outcomes)
    if (outage.mayTry()) void request(outcomes)
    else link.send('reportCalls', id, outcomes)
  }

  async function request(outcomes: readonly CallOutcome[]): Promise<void> {
    try {
      change(await link.request('reportCalls', [id, outcomes], { ...replyTimeout, late: change }))
      outage.note(true)
    } catch {
      outage.note(false)
    }
  }

  async function requestProbe(): Promise<Pass | undefined> {
    try {
      const late = (taken: boolean): void => void (taken && link.send('reportCalls', id, [['release', 'probe', 1]]))
      const taken = await link.request('takeProbe', [id], { ...replyTimeout, late })
      outage.note(true)
      return taken ? 'probe' : undefined
    } catch {
      outage.note(false)
      return ownBreaker()?.acquire()
    }
  }

  /** Tells the primary process what an operator ordered. Rejects if it does not answer. */
  async function order(answer: Promise<CircuitNews>): Promise<void> {
    change(await answer)
  }

  /** Milliseconds until the primary process lets a probe pass. */
  function wait(): number {
    return opened ? Math.max(0, openUntil - performance.now()) : 0
  }

  return {
    change,
    get state() {
      if (wait() > 0) return 'open'
      return ownBreaker()?.state ?? (opened ? 'half-open' : 'closed')
    },
    get cause() {
      return alone?.cause ?? cause
    },
    openForMs() {
      const left = wait()
      if (left > 0) return left
      const own = ownBreaker()
      if (own) return own.openForMs()
      return opened && probing ? Math.min(options.cooldown, 1_000) : 0
    },
    acquire() {
      if (wait() > 0) return undefined
      const own = ownBreaker()
      if (own) return own.acquire()
      if (!opened) return 'call'
      return probing ? undefined : requestProbe()
    },
    succeed: (pass) => end('succeed', pass),
    fail: (pass) => end('fail', pass),
    refuse: (pass) => end('refuse', pass),
    release(pass) {
      // The end of a usual call that tells nothing needs no message.
      if (pass === 'probe') end('release', pass)
    },
    coolDown(millis) {
      restUntil = Math.max(restUntil, performance.now() + millis)
      link.send('coolDown', id, millis)
    },
    get coolDownMs() {
      return Math.max(0, restUntil - performance.now())
    },
    pause: (millis) => order(link.request('pauseCircuit', [id, millis], orderTimeout)),
    get pauseMs() {
      return Math.max(0, pausedUntil - performance.now())
    },
    tryNow: () => order(link.request('tryCircuit', [id], orderTimeout)),
    noteTrouble(next) {
      trouble = next
      // The last failure of each turn of the event loop is sent.
      if (isTroubleNew) return
      isTroubleNew = true
      setImmediate(() => {
        isTroubleNew = false
        if (trouble) link.send('noteTrouble', id, trouble)
      })
    },
    async lastTrouble() {
      try {
        return (await link.request('readTrouble', [id], orderTimeout)) ?? trouble
      } catch {
        return trouble
      }
    },
  }
}
