import type { Judgement } from '../judges/judge.ts'
import type { Profile } from '../profiles/profile.ts'
import type { Before, BuiltRequest } from './write-step.ts'
import type { Reply, Step } from './case.ts'
import type { Disclosure } from './disclosures.ts'
import type { createHttpClient, Received } from './http-client.ts'
import type { ReadAnswer } from './read-received.ts'
import type { Arrival, UpstreamServer } from './upstream-server.ts'

/** Values that all permutations of a run share. */
export interface RunContext {
  readonly profile: Profile
  readonly gateway: string
  readonly key: string
  /** Absent in mode `front`: the upstream is the gateway's own, and answers are all that is judged. */
  readonly upstream?: UpstreamServer
  readonly http: ReturnType<typeof createHttpClient>
  readonly seed: number
  readonly fullSweep: boolean
  /** Milliseconds until an exchange hangs. */
  readonly timeoutMs: number
  /** Keeps the wires of permutations that pass as well. */
  readonly keepWires?: boolean
}

/** Request and answer of a permutation, with what the upstream saw of it. */
export interface Exchanged {
  readonly step: Step
  readonly request: BuiltRequest
  readonly received: Received
  readonly read: ReadAnswer
  readonly arrivals: readonly Arrival[]
  readonly upstreamSent: readonly string[]
  /** Times at which pieces of the upstream's answer went out. */
  readonly pieceTimes: readonly number[]
  readonly disclosures: readonly Disclosure[]
  readonly judgement?: Judgement
}

/** Sends the steps of one permutation. */
export interface Runner {
  readonly exchanged: Exchanged[]
  send(
    step: Step,
    reply: Reply | undefined,
    options?: { readonly before?: Before | undefined; readonly cutAt?: number; readonly n?: number; readonly sdk?: boolean },
  ): Promise<Exchanged>
  readonly upstreamModel: string
  close(): void
}
