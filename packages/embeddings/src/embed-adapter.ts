import type { Context, Failure, Format, JsonObject, WireMessage, WireReply } from '@interlingua/core'
import type { EmbedRequest } from './embed-request.ts'
import type { EmbedResponse } from './embed-response.ts'

/** Request as it came from the client, which decides the shape of the response. */
export interface EmbedEncodeState {
  readonly request?: EmbedRequest
}

/** Request as it went to the upstream, needed to read its response. */
export interface EmbedDecodeState {
  readonly request?: EmbedRequest
}

/**
 * A dialect of embeddings, both as its server and as its client; a decode function takes only what a parse function of the same adapter
 * returned. Methods, not properties: bivariance lets an adapter of one dialect stand in a list of adapters without a cast.
 */
export interface EmbedAdapter<Q = unknown, R = unknown> {
  readonly format: Format
  /** Largest number of inputs in one call of an upstream, unless its dialect profile says otherwise. */
  readonly batch: number
  /** Checks a profile from configuration (`context.dialect`); throws a `TypeError` that names the field. Call it once. */
  checkDialect(settings: JsonObject): unknown
  /** Throws WireError and LimitError, naming the field. Returns its input, checked. */
  parseRequest(message: WireMessage<unknown>, context: Context): WireMessage<Q>
  decodeRequest(message: WireMessage<Q>, context: Context): EmbedRequest
  /**
   * Splits a request into calls, in order: by the upstream's limits, and where inputs differ in a setting that the dialect has once for
   * all; each is legal, with a notice for each change. Throws UnsupportedError if nothing of an input would survive, WireError if the
   * upstream would refuse it; both name the caller's field.
   */
  lowerRequest(request: EmbedRequest, context: Context): readonly EmbedRequest[]
  /** Silent and total: every notice was given by decode or lower. */
  encodeRequest(request: EmbedRequest, context: Context): WireMessage<Q>
  parseResponse(reply: WireReply<unknown>, context: Context): WireReply<R>
  /** Throws a WireError unless there are as many vectors as `sent` had inputs. */
  decodeResponse(reply: WireReply<R>, context: Context, sent?: EmbedDecodeState): EmbedResponse
  /** Encodes in the shape and spelling that `asked` wants; without it, in those of the upstream's response. */
  encodeResponse(response: EmbedResponse, context: Context, asked?: EmbedEncodeState): WireReply<R>
  /** Total: an HTML 502 is legal input. */
  decodeFailure(reply: WireReply<unknown>, context: Context): Failure
}
