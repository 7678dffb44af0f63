import type { Attempt } from '../server/reply.ts'
import type { IdempotencyKey } from './idempotency-key.ts'
import type { Context, Format, JsonObject } from '@interlingua/core'
import type { Target } from '@interlingua/upstreams'
import {
  type AskedVideo,
  decodeVideoRequest,
  encodeSubmitted,
  type VideoModel,
  type VideoRequest,
  type VideoTask,
  type VideoUpstream,
} from '@interlingua/video'

/** Dialect of a client, for requests and for tasks. */
export interface VideoStyle {
  readonly format: Format
  /** Decodes a request. Throws the errors of `@interlingua/video`, which name the caller's field. */
  readonly decode: (body: JsonObject, model: VideoModel, context: Context) => VideoRequest
  readonly encode: (task: VideoTask, body: JsonObject) => JsonObject
}

/** Dialect of this service's own interface. */
export const ownStyle: VideoStyle = { format: 'video-tasks', decode: decodeVideoRequest, encode: encodeSubmitted }

/** Request for a video, as it came. */
export interface ReceivedVideoRequest {
  readonly attempt: Attempt
  readonly body: JsonObject
  readonly style: VideoStyle
  /** Idempotency key of the request, held by this process. Absent: the caller sent none. */
  readonly idempotencyKey?: IdempotencyKey
}

/** Operations that fulfil a request at one target. */
export interface VideoAttempt extends ReceivedVideoRequest {
  readonly target: Target
  readonly video: VideoUpstream
  readonly model: VideoModel
  readonly context: Context
  /** Requests to submit, legal for the upstream. */
  readonly operations: readonly VideoRequest[]
  readonly prompt: string
  /** Values that the caller asked for, for upstreams that do not repeat them. */
  readonly asked: AskedVideo
  /** Seconds after which the upstream gives up; absent: the upstream's default. */
  readonly expiresAfter?: number
}
