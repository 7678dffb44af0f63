import type { Context, Failure, Format, Frame, JsonObject, Machine, WireMessage, WireReply } from '@interlingua/core'
import type { ImageEvent } from './image-event.ts'
import type { ImageInput, ImageRequest } from './image-request.ts'
import type { ImageResponse } from './image-response.ts'
import type { ImageTasks } from './image-tasks.ts'

/** The request as it came from the client, which decides the form of the answer. */
export interface ImageEncodeState {
  readonly request?: ImageRequest
}

/** The request as it went to the upstream, which helps to read the answer. */
export interface ImageDecodeState {
  readonly request?: ImageRequest
}

/**
 * A dialect of image generation, as its server and its client; a dialect that is an upstream only implements the client's half. Feed a
 * decode only with the result of the same adapter's parse; methods instead of properties let an adapter of one dialect stand in a list
 * without a cast.
 */
export interface ImageAdapter<Q = unknown, R = unknown, E = unknown> extends ImageUpstream<Q, R, E>, ImageServer<Q, R, E> {}

/** The client's half of a dialect. */
export interface ImageUpstream<Q = unknown, R = unknown, E = unknown> {
  readonly format: Format
  /**
   * The calls of a request in order, each legal for the upstream, with a notice for each change; several where the upstream makes one image
   * a call. Throws a WireError that names the caller's field for a value that the upstream would refuse, and an UnsupportedError where
   * nothing of the request is left.
   */
  lowerRequest(request: ImageRequest, context: Context): readonly ImageRequest[]
  /**
   * Encodes a lowered request without a notice and without an error. A body of the content type `multipart/form-data`, which may hold a
   * `WireFile`, is sent by the caller as a form.
   */
  encodeRequest(request: ImageRequest, context: Context): WireMessage<Q>
  parseResponse(reply: WireReply<unknown>, context: Context): WireReply<R>
  /** Decodes an answer, which has no image only where each item states why. Throws a WireError for a 200 that is no answer. */
  decodeResponse(reply: WireReply<R>, context: Context, sent?: ImageDecodeState): ImageResponse
  /** Parses a stream; absent where the upstream does not stream. */
  createStreamParser?(context: Context): Machine<string, Frame<E>>
  createStreamDecoder?(context: Context, sent?: ImageDecodeState): Machine<Frame<E>, ImageEvent>
  /** The failure of an answer. Accepts any body, also an HTML page or an error with status 200. */
  decodeFailure(reply: WireReply<unknown>, context: Context): Failure
  /** True for an input that the upstream takes as a URL. Any other input is fetched and made inline before lowering. */
  acceptsUrl(input: ImageInput, context: Context): boolean
  /** Checks a dialect profile and throws a WireError for an invalid one; absent for a dialect without a profile. */
  checkDialect?(settings: JsonObject): unknown
  /** The protocol of tasks; absent where every request is answered at once. */
  readonly tasks?: ImageTasks
  /** True for an upstream that returns URLs of images on request. Other upstreams return bytes only. */
  readonly givesUrls?: true
  /** True for a dialect that sends no delivery where the request states none, since the upstream's models differ in what they accept. */
  readonly ownDelivery?: true
}

/** The server's half of a dialect. */
export interface ImageServer<Q = unknown, R = unknown, E = unknown> {
  readonly format: Format
  /** Checks a body and returns it unchanged. Throws a WireError or a LimitError that names the field. */
  parseRequest(message: WireMessage<unknown>, context: Context): WireMessage<Q>
  decodeRequest(message: WireMessage<Q>, context: Context): ImageRequest
  encodeResponse(response: ImageResponse, context: Context, asked?: ImageEncodeState): WireReply<R>
  createStreamEncoder?(context: Context, asked?: ImageEncodeState): Machine<ImageEvent, Frame<E>>
  createStreamSerializer?(): Machine<Frame<E>, string>
  /** True for a dialect whose answers hold bytes and never URLs. */
  readonly bytesOnly?: true
  /** True for a dialect whose answers can state that images were withheld and why; in the others an answer without an image is an error. */
  readonly reportsWithheld?: true
}
