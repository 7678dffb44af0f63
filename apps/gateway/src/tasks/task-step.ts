import type { Failure, JsonObject } from '@interlingua/core'

/** What a question to the upstream brought about. */
export type TaskStep = TaskProgress | TaskOutcome | TaskSilence

/** It goes on. */
export interface TaskProgress {
  readonly state: 'queued' | 'running'
  /** From 0 to 100. */
  readonly progress?: number
  /** In place of what the kind knew; a function sees the newest of that, which may have changed meanwhile. */
  readonly payload?: TaskPayload
  /** It is asked about again at once. */
  readonly again?: true
  /** Milliseconds after which the upstream would like to be asked again. */
  readonly wait?: number
}

/** It is over. */
export type TaskOutcome =
  | { readonly state: 'succeeded'; readonly result: JsonObject; readonly payload?: TaskPayload }
  | { readonly state: 'failed' | 'cancelled' | 'expired'; readonly failure: Failure; readonly payload?: TaskPayload }

export type TaskPayload = JsonObject | ((known: JsonObject) => JsonObject)

/** Nothing was learnt of it, and its state stays as it is. */
export type TaskSilence =
  /** No answer, or one that says nothing of the task: too many questions, a broken upstream, credentials that it refuses. */
  | { readonly state: 'unreachable'; readonly problem: string; readonly wait?: number }
  /** The upstream has no such task. Some say so of one that they were just given. */
  | { readonly state: 'missing' }
  /** It used a word that nobody knows. */
  | { readonly state: 'unknown'; readonly word: string }
