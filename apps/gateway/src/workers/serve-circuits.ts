import { type BreakerOptions, createBreaker, type LocalCircuit } from '@interlingua/upstreams'
import type { Handlers } from './link.ts'
import type { CallOutcome, CircuitNews, PrimaryCalls } from './protocol.ts'

type CircuitCalls = Pick<
  PrimaryCalls,
  'joinCircuit' | 'reportCalls' | 'takeProbe' | 'coolDown' | 'pauseCircuit' | 'tryCircuit' | 'noteTrouble' | 'readTrouble'
>

interface Shared {
  readonly circuit: LocalCircuit
  /** Worker that makes the probe. */
  prober: number | undefined
  /** Timer of the end of an operator's pause. */
  resumes?: NodeJS.Timeout
  /** State that the workers know, without its times. */
  known: string
  /** Configuration that used it last. */
  generation: number
}

/** Breakers of the primary process, for all workers. */
export interface Circuits {
  /** Answers of one worker's calls. */
  handlersOf(worker: number): Handlers<CircuitCalls>
  /** Gives up the probes of a worker that has ended. */
  drop(worker: number): void
  /** Begins another configuration, whose workers join the breakers that they use. */
  begin(): void
  /** Forgets the breakers that the configuration in force does not use. */
  forgetOthers(): void
}

/** Creates the breakers. They judge by the calls of all workers; `report` tells all of a change. */
export function createCircuits(report: (circuit: string, news: CircuitNews) => void): Circuits {
  const circuits = new Map<string, Shared>()
  let generation = 0
  let version = 0

  function newsOf(circuit: LocalCircuit): CircuitNews {
    return { version: ++version, ...stateOf(circuit) }
  }

  function join(id: string, options: BreakerOptions): Shared {
    let shared = circuits.get(id)
    if (shared === undefined) {
      const circuit = createBreaker(options, () => performance.now())
      circuits.set(id, (shared = { circuit, prober: undefined, known: knowledge(circuit), generation }))
    }
    shared.generation = generation
    return shared
  }

  /** Tells the workers of the breaker if it has changed. */
  function spread(id: string, shared: Shared): CircuitNews {
    const news = newsOf(shared.circuit)
    const known = knowledge(shared.circuit)
    if (known !== shared.known) report(id, news)
    shared.known = known
    return news
  }

  function note(shared: Shared, worker: number, [kind, pass, count]: CallOutcome): void {
    const isProbe = pass === 'probe' && shared.prober === worker
    if (isProbe) shared.prober = undefined
    // The end of a probe that was taken while the primary did not answer tells as much as that of any call.
    for (let call = 0; call < count; call++) shared.circuit[kind](isProbe ? 'probe' : 'call')
  }

  return {
    handlersOf: (worker) => ({
      joinCircuit: (id, options) => newsOf(join(id, options).circuit),
      reportCalls(id, outcomes) {
        const shared = circuits.get(id)
        if (shared === undefined) return unknown
        for (const outcome of outcomes) note(shared, worker, outcome)
        return spread(id, shared)
      },
      takeProbe(id) {
        const shared = circuits.get(id)
        const pass = shared?.circuit.acquire()
        if (shared === undefined || pass === undefined) return false
        if (pass === 'probe') shared.prober = worker
        spread(id, shared)
        return true
      },
      coolDown(id, millis) {
        const shared = circuits.get(id)
        if (shared === undefined) return
        shared.circuit.coolDown(millis)
        report(id, newsOf(shared.circuit))
      },
      pauseCircuit(id, millis) {
        const shared = circuits.get(id)
        if (shared === undefined) return unknown
        clearTimeout(shared.resumes)
        shared.circuit.pause(millis)
        // The workers are told of the end, since they know of the breaker only what they are told. A timer may be early.
        if (millis > 0) shared.resumes = setTimeout(() => spread(id, shared), millis + timerMargin).unref()
        shared.known = knowledge(shared.circuit)
        const news = newsOf(shared.circuit)
        report(id, news)
        return news
      },
      tryCircuit(id) {
        const shared = circuits.get(id)
        if (shared === undefined) return unknown
        shared.circuit.tryNow()
        return spread(id, shared)
      },
      noteTrouble(id, trouble) {
        circuits.get(id)?.circuit.noteTrouble(trouble)
      },
      readTrouble: (id) => circuits.get(id)?.circuit.lastTrouble() ?? null,
    }),
    drop(worker) {
      for (const [id, shared] of circuits) {
        if (shared.prober !== worker) continue
        note(shared, worker, ['release', 'probe', 1])
        spread(id, shared)
      }
    },
    begin() {
      generation++
    },
    forgetOthers() {
      for (const [id, shared] of circuits) if (shared.generation !== generation) circuits.delete(id)
    },
  }
}

/** News of a breaker that no configuration uses any more, for requests that began with an earlier one. */
const unknown: CircuitNews = { version: 0, opened: false, cause: 'failures', openFor: 0, probing: false, coolDown: 0, pause: 0 }

/** Milliseconds by which a timer may be early. */
const timerMargin = 5

function stateOf(circuit: LocalCircuit): Omit<CircuitNews, 'version'> {
  const { state, cause } = circuit
  const wait = circuit.openForMs()
  return {
    opened: state !== 'closed',
    cause,
    openFor: state === 'open' ? wait : 0,
    probing: state === 'half-open' && wait > 0,
    coolDown: circuit.coolDownMs,
    pause: circuit.pauseMs,
  }
}

function knowledge(circuit: LocalCircuit): string {
  return `${circuit.state} ${circuit.cause} ${circuit.state === 'half-open' && circuit.openForMs() > 0}`
}
