import type { Context, Failure, Format, JsonObject, WireMessage, WireReply } from '@interlingua/core'
import type { VideoFamily } from './video-family.ts'
import type { VideoInput, VideoRequest } from './video-request.ts'
import type { VideoState } from './video-state.ts'

/** A question to an upstream. */
export interface VideoQuestion {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Before it goes the channel's base. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: JsonObject
}

/**
 * One dialect of video tasks, as its client. Pure: time, patience and durability belong to whoever asks. Methods, not properties: bivariance
 * lets an upstream of one dialect stand in a list without a cast.
 */
export interface VideoUpstream {
  readonly format: Format
  /** The families of wishes that it serves; the first is that of a model of which nothing is known. */
  readonly families: readonly VideoFamily[]
  /**
   * The operations that a wish takes, in order, each legal for the target, with a notice for each change; several where the upstream makes
   * one video an operation. Throws a WireError that names the caller's field for what the upstream would refuse.
   */
  lowerRequest(request: VideoRequest, context: Context): readonly VideoRequest[]
  /** Silent and total. A body with a `WireFile` in it, and the content type `multipart/form-data`, is sent as a form by whoever sends it. */
  encodeSubmit(request: VideoRequest, context: Context): WireMessage<JsonObject>
  /** The upstream's id of the operation. Throws a WireError. */
  decodeSubmitted(reply: WireReply<unknown>, context: Context): string
  /** `model` is the upstream's. */
  poll(operation: string, model: string, context: Context): VideoQuestion
  /** Throws a WireError where the answer is none. */
  decodePoll(reply: WireReply<unknown>, context: Context): VideoState
  /** To find an operation of which nobody knows whether it was taken; absent: the upstream has no list. */
  list?(context: Context): VideoQuestion
  decodeList?(reply: WireReply<unknown>, context: Context): readonly ListedOperation[]
  /** Total: an HTML 502 is legal input. Also for a 200 that carries an error. */
  decodeFailure(reply: WireReply<unknown>, context: Context): Failure
  /** Whether the upstream can be told where this input is; what it says no to is fetched and put inline before lowering. */
  takesUrl(input: VideoInput, context: Context): boolean
  readonly pace: VideoPace
  /** True: the upstream wants to tell end users apart, by a mark (`user`) that says nothing of them. */
  readonly marksUsers?: true
  /** Throws a `TypeError` for settings of a channel that the dialect cannot use; absent: it has none. */
  checkDialect?(settings: JsonObject): unknown
}

export interface ListedOperation {
  readonly operation: string
  readonly model?: string
  /** Seconds since the epoch. */
  readonly createdAt?: number
  readonly prompt?: string
}

/** In milliseconds: until the first question, between questions, how much longer each time, at most; and until it is given up. */
export interface VideoPace {
  readonly first: number
  readonly next: number
  readonly growth: number
  readonly most: number
  readonly deadline: number
}
