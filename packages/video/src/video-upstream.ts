import type { Context, Failure, Format, JsonObject, WireMessage, WireReply } from '@interlingua/core'
import type { VideoFamily } from './video-family.ts'
import type { VideoInput, VideoRequest } from './video-request.ts'
import type { VideoState } from './video-state.ts'

/** A request to an upstream for the state of a task, or for its list of tasks. */
export interface StatusQuery {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** The path, to which the channel's base URL is added. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: JsonObject
}

/**
 * A client's side of one dialect of video tasks. Pure: time, retries and durability belong to the caller, and methods instead of properties
 * let an upstream of one dialect stand in a list without a cast.
 */
export interface VideoUpstream {
  readonly format: Format
  /** The families of requests that the upstream serves; the first is the one for an unknown model. */
  readonly families: readonly VideoFamily[]
  /**
   * The operations of a request in order, each legal for the upstream, with a notice for each change; several where the upstream makes one
   * video an operation. Throws a WireError that names the caller's field for a value that the upstream would refuse.
   */
  lowerRequest(request: VideoRequest, context: Context): readonly VideoRequest[]
  /**
   * Writes an operation without a notice and without an error. A body of the content type `multipart/form-data`, which may hold a
   * `WireFile`, is sent by the caller as a form.
   */
  encodeSubmit(request: VideoRequest, context: Context): WireMessage<JsonObject>
  /** The upstream's id of the accepted operation. Throws a WireError for an answer without an id. */
  decodeSubmitted(reply: WireReply<unknown>, context: Context): string
  /** The request for the state of an operation; `model` is the upstream's name. */
  poll(operation: string, model: string, context: Context): StatusQuery
  /** The state of an operation. Throws a WireError for an answer that is no document of the dialect. */
  decodePoll(reply: WireReply<unknown>, context: Context): VideoState
  /** The request for a list of operations, to find one whose submission may have been lost; absent where the upstream has no list. */
  list?(context: Context): StatusQuery
  decodeList?(reply: WireReply<unknown>, context: Context): readonly ListedOperation[]
  /** The failure of an answer. Accepts any body, also an HTML page or an error with status 200. */
  decodeFailure(reply: WireReply<unknown>, context: Context): Failure
  /** True for an input that the upstream takes as a URL. Any other input is fetched and made inline before lowering. */
  acceptsUrl(input: VideoInput, context: Context): boolean
  readonly pollSchedule: PollSchedule
  /** True for an upstream that tells end users apart by an anonymous mark (`user`). */
  readonly marksUsers?: true
  /**
   * Checks the settings of a channel and throws a `TypeError` for any that the dialect cannot use; absent for a dialect without settings.
   */
  checkDialect?(settings: JsonObject): unknown
}

export interface ListedOperation {
  readonly operation: string
  readonly model?: string
  /** The time in seconds since the epoch. */
  readonly createdAt?: number
  readonly prompt?: string
}

/**
 * The times in milliseconds: until the first query, between queries (each interval `growth` times longer, up to `maxInterval`), and until
 * the task is given up.
 */
export interface PollSchedule {
  readonly initial: number
  readonly interval: number
  readonly growth: number
  readonly maxInterval: number
  readonly deadline: number
}
