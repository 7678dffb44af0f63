import type { Context, Failure, Format, Frame, JsonObject, Machine, WireMessage, WireReply } from '@interlingua/core'
import type { ImageEvent } from './image-event.ts'
import type { ImageInput, ImageRequest } from './image-request.ts'
import type { ImageResponse } from './image-response.ts'
import type { ImageTasks } from './image-tasks.ts'

/** The request as it came from the client, for the shape of its answer. */
export interface ImageAsked {
  readonly request?: ImageRequest
}

/** The request as it went to the upstream, for reading its answer. */
export interface ImageSent {
  readonly request?: ImageRequest
}

/**
 * One dialect of image generation, both as its server and as its client (a dialect that is only ever an upstream leaves out the server's
 * half). Feed a decode only what the same adapter's parse gave. Methods, not properties: bivariance lets an adapter of one dialect stand in a
 * list of adapters without a cast.
 */
export interface ImageAdapter<Q = unknown, R = unknown, E = unknown> extends ImageUpstream<Q, R, E>, ImageServer<Q, R, E> {}

/** What it takes to be a client of the dialect. */
export interface ImageUpstream<Q = unknown, R = unknown, E = unknown> {
  readonly format: Format
  /**
   * The calls that it takes, in order, each legal for the target, with a notice for each change; several where the upstream makes one image
   * a call. Throws a WireError that names the caller's field for what the upstream would refuse, UnsupportedError where nothing would survive.
   */
  lowerRequest(request: ImageRequest, context: Context): readonly ImageRequest[]
  /**
   * Silent and total. A body with a `WireFile` in it, and the content type `multipart/form-data`, is sent as a form by whoever sends it.
   */
  encodeRequest(request: ImageRequest, context: Context): WireMessage<Q>
  parseResponse(reply: WireReply<unknown>, context: Context): WireReply<R>
  /** Throws a WireError for a 200 that is none; gives an answer without a made image only where each item says why. */
  decodeResponse(reply: WireReply<R>, context: Context, sent?: ImageSent): ImageResponse
  /** Absent: the upstream does not stream. */
  createStreamParser?(context: Context): Machine<string, Frame<E>>
  createStreamDecoder?(context: Context, sent?: ImageSent): Machine<Frame<E>, ImageEvent>
  /** Total: an HTML 502 is legal input. Also for a 200 that carries an error. */
  decodeFailure(reply: WireReply<unknown>, context: Context): Failure
  /** Whether the upstream can be told where this input is; what it says no to is fetched and put inline before lowering. */
  takesUrl(input: ImageInput, context: Context): boolean
  /** Throws a WireError where settings are no dialect profile. Absent: there is none. */
  checkDialect?(settings: JsonObject): unknown
  /** Present where a request may be answered by a task that must be asked after. */
  readonly tasks?: ImageTasks
  /** True: the upstream gives addresses of images where it is asked for them; what others give is bytes. */
  readonly givesUrls?: true
  /** True: a request that says nothing of how images are delivered keeps silent about it, since the upstream's models differ in what they take. */
  readonly ownDelivery?: true
}

/** What it takes to be a server of the dialect. */
export interface ImageServer<Q = unknown, R = unknown, E = unknown> {
  readonly format: Format
  /** Throws WireError and LimitError, naming the field. Returns its input, checked. */
  parseRequest(message: WireMessage<unknown>, context: Context): WireMessage<Q>
  decodeRequest(message: WireMessage<Q>, context: Context): ImageRequest
  encodeResponse(response: ImageResponse, context: Context, asked?: ImageAsked): WireReply<R>
  createStreamEncoder?(context: Context, asked?: ImageAsked): Machine<ImageEvent, Frame<E>>
  createStreamSerializer?(): Machine<Frame<E>, string>
  /** True: answers hold the bytes of images, and no addresses. */
  readonly bytesOnly?: true
  /** True: an answer can say that images were withheld and why; elsewhere an answer without any image is an error. */
  readonly tellsWithheld?: true
}
