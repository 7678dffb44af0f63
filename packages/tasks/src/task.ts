import type { Failure, JsonObject } from '@interlingua/core'
import type { StoredDocument } from '@interlingua/store'
import type { Channel } from '@interlingua/upstreams'

/** Ranks of the states; a task never goes back, and settled states are final. */
const places = { created: 0, submitted: 1, queued: 2, running: 3, succeeded: 4, failed: 4, cancelled: 4, expired: 4 } as const

export type TaskState = keyof typeof places

export const taskStates = {
  isSettled: (state: TaskState): state is SettledState => places[state] === places.succeeded,
  /** Later state of two: the task's, and the reported one. */
  later: (state: TaskState, reported: TaskState): TaskState => (places[reported] > places[state] ? reported : state),
}

type SettledState = 'succeeded' | 'failed' | 'cancelled' | 'expired'

/** Work that an upstream was asked to do, and that is polled until it is settled. The task is stored before the upstream is called. */
export interface Task {
  /** Id, `task_` and 32 letters and digits. */
  readonly id: string
  /** Id of the owner's key; empty without keys. */
  readonly owner: string
  /** Kind of task, by which its driver is found. */
  readonly kind: string
  /** Name of the channel whose upstream does the work. */
  readonly channel: string
  readonly state: TaskState
  /** Id at the upstream; absent until the submit. */
  readonly upstreamId?: string
  /** Data of the kind: JSON, no credentials, small. */
  readonly payload: JsonObject
  /** Creation in milliseconds since the epoch, like all times here. */
  readonly createdAt: number
  /** Time at which the upstream's id was stored. */
  readonly submittedAt?: number
  /** Time at which the task fails, unless a last poll settles it otherwise. */
  readonly deadline: number
  /** Time from which on the task counts as missing. */
  readonly expiresAt: number
  readonly settledAt?: number
  /** Percent done, from 0 to 100; absent if the upstream tells none. */
  readonly progress?: number
  /** Result; present if the task succeeded. */
  readonly result?: JsonObject
  /** Failure; present if the task ended otherwise. */
  readonly failure?: Failure
  /** Earliest time of the next poll. */
  readonly nextPoll: number
  /** Time of the last poll, and number of polls. */
  readonly lastPoll?: number
  readonly polls: number
  /** Number of polls in a row without an answer, and of answers in a row that there is no such task. */
  readonly unreached: number
  readonly missing: number
  /** Process that polls now; others leave the task to it until `nextPoll`. */
  readonly asker?: string
  /** Number that grows with each change. */
  readonly revision: number
}

/** Task whose id at the upstream is known. */
export type SubmittedTask = Task & { readonly upstreamId: string }

/** Result of a poll. */
export type TaskStep = TaskProgress | TaskOutcome | TaskSilence

/** Step of a task that goes on. */
interface TaskProgress {
  readonly state: 'queued' | 'running'
  /** Percent done, from 0 to 100. */
  readonly progress?: number
  /** Replacement of the payload; a function gets the newest payload, which may have changed during the poll. */
  readonly payload?: TaskPayload
  /** Present if the task is to be polled again at once. */
  readonly again?: true
  /** Milliseconds after which the upstream wants to be polled again. */
  readonly wait?: number
}

/** Step that settles a task. */
export type TaskOutcome =
  | { readonly state: 'succeeded'; readonly result: JsonObject; readonly payload?: TaskPayload }
  | { readonly state: 'failed' | 'cancelled' | 'expired'; readonly failure: Failure; readonly payload?: TaskPayload }

export type TaskPayload = JsonObject | ((known: JsonObject) => JsonObject)

/** Step without news of the task, whose state stays. */
export type TaskSilence =
  /** Missing or useless answer: too many requests, a broken upstream, refused credentials. */
  | { readonly state: 'unreachable'; readonly problem: string; readonly wait?: number }
  /** Answer that the upstream has no such task. Some upstreams answer so right after the submit. */
  | { readonly state: 'missing' }
  /** Answer with a state that the adapter does not know. */
  | { readonly state: 'unknown'; readonly word: string }

/** Kinds of documents. An open task has a second, small document, so that open tasks are found without reading settled ones. */
export const taskKinds = { task: 'task', open: 'open-task' } as const

export function readTask({ id, owner, createdAt, expiresAt, revision, body }: StoredDocument): Task {
  return { ...body, id, owner, createdAt, expiresAt, revision } as unknown as Task // written by `writeTask`
}

export function writeTask({ id, owner, createdAt, expiresAt, revision, ...body }: Task): StoredDocument {
  const written = body as unknown as JsonObject // each field is JSON, also the content of a failure
  return { kind: taskKinds.task, id, owner, createdAt, expiresAt, revision, body: written }
}

/** Owner, kind and channel of an open task. */
export interface OpenTask {
  readonly id: string
  readonly owner: string
  readonly kind: string
  readonly channel: string
  readonly createdAt: number
}

export function readOpenTask({ id, owner, createdAt, body }: StoredDocument): OpenTask {
  return { id, owner: String(body['owner']), kind: String(body['kind']), channel: owner, createdAt }
}

/** Document of an open task, owned by its channel, so that the tasks of a channel can be listed. */
export function writeOpenTask({ id, owner, kind, channel, createdAt, expiresAt }: Task): StoredDocument {
  return { kind: taskKinds.open, id, owner: channel, createdAt, expiresAt, revision: 1, body: { owner, kind } }
}

/** Part of the program around the tasks that polls need; a new configuration makes a new one. */
export interface TaskHost {
  /** Channels in use. A task whose channel is missing waits for it until its deadline. */
  readonly channels: readonly Channel[]
  /** Largest answer about a task, in bytes. */
  readonly answerBytes: number
}

/** Driver of tasks of one kind. `Host` is what the program hands to it: services of its own, beside those that polls need. */
export interface TaskDriver<Host extends TaskHost = TaskHost> {
  /** Milliseconds until the next poll; `polls` of the task is the number of polls so far. */
  interval(task: SubmittedTask, channel: Channel): number
  /**
   * Polls the upstream once; an error is logged, and counts as an unreachable upstream. The driver may fetch and keep results before it reports them,
   * in rare cases twice at once, after a process was held up for longer than `timeoutMs`.
   */
  poll(task: SubmittedTask, place: TaskPlace<Host>): Promise<TaskStep>
  /**
   * Called before a task is settled by a poll or its deadline, with the settled task: for work that must not be lost if the process ends then, and
   * that may be done twice. If it rejects, the task stays open and is polled again.
   */
  settling?(task: Task, place: { readonly host: Host; readonly channel?: Channel }): Promise<void>
  /** Milliseconds for one poll, with all its fetches. Default 30,000. */
  readonly timeoutMs?: number | ((task: SubmittedTask) => number)
}

/** Surroundings of a poll. */
export interface TaskPlace<Host extends TaskHost = TaskHost> {
  readonly host: Host
  readonly channel: Channel
  /** Signal that aborts when the timeoutMs is over, and when the tasks are closed. */
  readonly signal: AbortSignal
}
