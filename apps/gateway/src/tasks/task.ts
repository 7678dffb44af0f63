import type { Failure, JsonObject } from '@interlingua/core'
import type { TaskState } from './task-states.ts'

/** Work that an upstream was asked for, and is asked after until it is settled. It is written before the upstream is called. */
export interface Task {
  /** `task_` and 32 letters and digits. */
  readonly id: string
  /** Id of the key to which it belongs. */
  readonly owner: string
  /** By which its driver is found. */
  readonly kind: string
  /** The channel whose upstream does it, and no other. */
  readonly channel: string
  readonly state: TaskState
  /** How the upstream calls it; absent until it is known. */
  readonly upstreamId?: string
  /** What its kind needs to know: JSON, no credentials, no large things. */
  readonly payload: JsonObject
  /** Milliseconds since the epoch, as all times here. */
  readonly createdAt: number
  /** When the upstream's id of it was noted. */
  readonly submittedAt?: number
  /** From then on it has failed, unless a last question says otherwise. */
  readonly deadline: number
  /** From then on it is as if it had never been. */
  readonly expiresAt: number
  readonly settledAt?: number
  /** How much of it is done, from 0 to 100, where the upstream says so. */
  readonly progress?: number
  /** Where it succeeded. */
  readonly result?: JsonObject
  /** Where it did not. */
  readonly failure?: Failure
  /** When the upstream is to be asked next, at the earliest. */
  readonly nextPoll: number
  /** When it was asked last, and how often it was. */
  readonly lastPoll?: number
  readonly polls: number
  /** Questions in a row that came to nothing, and answers in a row that there is no such task. */
  readonly unreached: number
  readonly missing: number
  /** Who asks now. Others leave it to that one until `nextPoll`. */
  readonly asker?: string
  /** Counts up with each change. */
  readonly revision: number
}

/** A task of which the upstream has said how it calls it. */
export type SubmittedTask = Task & { readonly upstreamId: string }
