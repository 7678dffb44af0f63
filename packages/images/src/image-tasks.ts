import type { Context, Failure, WireReply } from '@interlingua/core'
import type { ImageRequest } from './image-request.ts'
import type { ImageResponse } from './image-response.ts'

/** The protocol of upstreams that answer a request with the id of a task and make the images later. */
export interface ImageTasks {
  /** True for a lowered request that is answered by a task. */
  isTask(request: ImageRequest, context: Context): boolean
  /** Reads the upstream's id of the task. Throws a WireError for an answer without an id. */
  decodeSubmitted(reply: WireReply<unknown>, context: Context): string
  /** The path of the task's state, for GET. */
  path(taskId: string): string
  /** Decodes the state of a task. Throws a WireError for an answer that is no task. */
  decodeTask(reply: WireReply<unknown>, context: Context, sent?: { readonly request?: ImageRequest }): ImageTaskState
  /** The time in milliseconds before the first query and between queries. */
  readonly interval: { readonly first: number; readonly next: number }
}

export type ImageTaskState =
  | { readonly state: 'queued' | 'running' }
  | { readonly state: 'succeeded'; readonly response: ImageResponse }
  | { readonly state: 'failed' | 'cancelled' | 'expired'; readonly failure: Failure }
