import type { JsonObject } from '@interlingua/core'
import type { OpenTask } from './task-documents.ts'
import type { TaskOutcome } from './task-step.ts'
import type { Task } from './task.ts'

/** Tasks at upstreams, kept in the store, and asked after by whichever gateway comes first. All but `close` may reject with a `StoreError`. */
export interface Tasks {
  /** Writes a task down. The upstream may be called once this has resolved, and not before. */
  create(wish: TaskWish): Promise<Task>
  /** Notes what the upstream calls it, before anybody is told. From now on it is asked after. A store that cannot be reached is waited for, some seconds. `undefined`: there is no such task any more. */
  submit(id: string, upstreamId: string, payload?: JsonObject): Promise<Task | undefined>
  /** Ends it. `first`: it was this call that did; who comes later changes nothing. */
  settle(id: string, outcome: TaskOutcome): Promise<{ readonly task: Task; readonly first: boolean } | undefined>
  /** Only a task of this owner: another's is as one that is not there. */
  find(id: string, owner: string): Promise<Task | undefined>
  /**
   * Resolves once it is settled, by whichever gateway; with `undefined` where it is gone. Rejects with the signal's reason, and with nothing
   * else: while the store cannot be reached it goes on waiting.
   */
  wait(id: string, signal: AbortSignal): Promise<Task | undefined>
  /** Those that are not settled, of a channel, of an owner, or all, the oldest first. One that was settled just now may still be among them. */
  open(filter?: { readonly channel?: string; readonly owner?: string }): Promise<readonly OpenTask[]>
  /** Asks after open tasks from now on. */
  start(): void
  /** Leaves them to others; whoever still waits hears of nothing more. Never rejects. */
  close(): Promise<void>
}

export interface TaskWish {
  readonly owner: string
  readonly kind: string
  readonly channel: string
  readonly payload: JsonObject
  /** Milliseconds from now. */
  readonly deadline: number
  /** Milliseconds from now for which it can be asked for, longer than `deadline`. Default seven days. */
  readonly lifetime?: number
}
