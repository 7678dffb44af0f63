import type { Context, Failure, WireReply } from '@interlingua/core'
import type { ImageRequest } from './image-request.ts'
import type { ImageResponse } from './image-response.ts'

/** Upstreams that take a wish, give it an id, and make the images later. */
export interface ImageTasks {
  /** Whether this request, as it goes out, is answered by a task. */
  isTask(request: ImageRequest, context: Context): boolean
  /** The upstream's id of the task. Throws a WireError. */
  decodeSubmitted(reply: WireReply<unknown>, context: Context): string
  /** Where to ask after it, by GET. */
  path(taskId: string): string
  /** Throws a WireError where the answer is none. */
  decodeTask(reply: WireReply<unknown>, context: Context, sent?: { readonly request?: ImageRequest }): ImageTaskState
  /** Milliseconds until it is asked after first, and between two questions. */
  readonly interval: { readonly first: number; readonly next: number }
}

export type ImageTaskState =
  | { readonly state: 'queued' | 'running' }
  | { readonly state: 'succeeded'; readonly response: ImageResponse }
  | { readonly state: 'failed' | 'cancelled' | 'expired'; readonly failure: Failure }
