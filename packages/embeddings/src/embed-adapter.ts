import type { Context, Failure, Format, JsonObject, WireMessage, WireReply } from '@interlingua/core'
import type { EmbedRequest } from './embed-request.ts'
import type { EmbedResponse } from './embed-response.ts'

/** The request as it came from the client, for the shape of its answer. */
export interface EmbedAsked {
  readonly request?: EmbedRequest
}

/** The request as it went to the upstream, for reading its answer. */
export interface EmbedSent {
  readonly request?: EmbedRequest
}

/**
 * One dialect of embeddings, both as its server and as its client. Feed a decode only what the same adapter's parse gave.
 * Methods, not properties: bivariance lets an adapter of one dialect stand in a list of adapters without a cast.
 */
export interface EmbedAdapter<Q = unknown, R = unknown> {
  readonly format: Format
  /** Most inputs of one call of an upstream, unless its dialect profile says otherwise. */
  readonly batch: number
  /** Checks a profile from configuration (`context.dialect`); throws a `TypeError` that names the field. Call it once. */
  checkDialect(settings: JsonObject): unknown
  /** Throws WireError and LimitError, naming the field. Returns its input, checked. */
  parseRequest(message: WireMessage<unknown>, context: Context): WireMessage<Q>
  decodeRequest(message: WireMessage<Q>, context: Context): EmbedRequest
  /**
   * The calls that it takes, in order: split over the upstream's limit, and where inputs differ in what the dialect says once for all. Each
   * is legal for the target; a notice for each change. Throws UnsupportedError where nothing of an input's content would survive, WireError
   * for what the upstream would refuse; both name the caller's field.
   */
  lowerRequest(request: EmbedRequest, context: Context): readonly EmbedRequest[]
  /** Silent and total: every notice was given by decode or lower. */
  encodeRequest(request: EmbedRequest, context: Context): WireMessage<Q>
  parseResponse(reply: WireReply<unknown>, context: Context): WireReply<R>
  /** Throws a WireError where there are not as many vectors as `sent` had inputs. */
  decodeResponse(reply: WireReply<R>, context: Context, sent?: EmbedSent): EmbedResponse
  /** In the shape and spelling that `asked` wants; without it, in those that the answer came in. */
  encodeResponse(response: EmbedResponse, context: Context, asked?: EmbedAsked): WireReply<R>
  /** Total: an HTML 502 is legal input. */
  decodeFailure(reply: WireReply<unknown>, context: Context): Failure
}
