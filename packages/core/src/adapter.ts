import type { Context } from './context.ts'
import type { Failure, FailureCode } from './failure.ts'
import type { Extensions, Format } from './node.ts'
import type { Frame, Machine } from './machine.ts'
import type { DocumentPart, MediaPart } from './part.ts'
import type { GenerateRequest } from './request.ts'
import type { GenerateResponse } from './response.ts'
import type { StreamEvent } from './stream-event.ts'
import type { ToolRef } from './tool.ts'

/** An HTTP request of a format. Header names are in lower case; credentials are never here. */
export interface WireMessage<B> {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  readonly body: B
}

/** An HTTP answer of a format. */
export interface WireReply<B> {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: B
}

/** What lowering changed and decoding the answer must undo, keyed by the name or id on the wire. */
export interface Reversals {
  readonly toolNames: ReadonlyMap<string, ToolRef>
  readonly callIds: ReadonlyMap<string, string>
  /** Wire names of tools whose raw-text input was wrapped in `{ "input": string }`. */
  readonly wrappedTools: ReadonlySet<string>
  /** Stop sequences that the upstream cannot all be told: the answer is to be cut at them (`cutAtStops`, `createStopCutter`). */
  readonly stops?: readonly string[]
  /** Of tools by their wire names: names of arguments on the wire, and the tool's own ones. Absent: none were changed. */
  readonly argumentKeys?: ReadonlyMap<string, ReadonlyMap<string, string>>
}

export interface Lowered {
  readonly request: GenerateRequest
  readonly reversals: Reversals
}

/** The request as decoded from the client, for echoes and stream options. */
export interface Asked {
  readonly request?: GenerateRequest
  /** Whoever prints the answer keeps it under its id: in formats whose items have ids, those tell of which answer they are. */
  readonly kept?: boolean
  /** About how many tokens the request was: for formats that say it at the start of a stream, where the upstream says it at the end. */
  readonly inputTokens?: () => number
}

export interface Sent {
  readonly reversals?: Reversals
}

export interface StreamOptions {
  readonly framing?: 'sse' | 'json-array'
}

/**
 * One text format, both as its server and as its client. Feed a decode only what the same adapter's parse gave.
 * Methods, not properties: bivariance lets an adapter of one format stand in a list of adapters without a cast.
 */
export interface GenerateAdapter<Q = unknown, R = unknown, E = unknown, F = unknown> {
  readonly format: Format
  readonly http: Http
  /** Throws WireError and LimitError. Returns its input, checked, not a copy. */
  parseRequest(message: WireMessage<unknown>, context: Context): WireMessage<Q>
  decodeRequest(message: WireMessage<Q>, context: Context): GenerateRequest
  /** Throws UnsupportedError. Writes the target's own hints for encode. Idempotent. */
  lowerRequest(request: GenerateRequest, context: Context): Lowered
  /** Silent and total: every notice was given by decode or lower. */
  encodeRequest(request: GenerateRequest, context: Context): WireMessage<Q>
  parseResponse(reply: WireReply<unknown>, context: Context): WireReply<R>
  decodeResponse(reply: WireReply<R>, context: Context, sent?: Sent): GenerateResponse
  encodeResponse(response: GenerateResponse, context: Context, asked?: Asked): WireReply<R>
  createStreamParser(context: Context, options?: StreamOptions): Machine<string, Frame<E>>
  createStreamDecoder(context: Context, sent?: Sent): Machine<Frame<E>, StreamEvent>
  createStreamEncoder(context: Context, asked?: Asked): Machine<StreamEvent, Frame<E>>
  createStreamSerializer(options?: StreamOptions): Machine<Frame<E>, string>
  /** Total: an HTML 502 is legal input. */
  parseFailure(reply: WireReply<unknown>): WireReply<F | undefined>
  decodeFailure(reply: WireReply<F | undefined>, context: Context): Failure
  encodeFailure(failure: Failure, context: Context): WireReply<F>
  readonly count?: CountAdapter
  /**
   * Whether an upstream of this format can be told where this is; absent: any http(s) URL. What it says no to is fetched and put inline
   * before lowering (`findUrls`, `placeFetched`), by whoever can fetch: an adapter cannot.
   */
  takesUrl?(part: MediaPart | DocumentPart, context: Context): boolean
}

export interface CountAdapter<Q = unknown, R = unknown> {
  parseCountRequest(message: WireMessage<unknown>, context: Context): WireMessage<Q>
  decodeCountRequest(message: WireMessage<Q>, context: Context): GenerateRequest
  encodeCountRequest(request: GenerateRequest, context: Context): WireMessage<Q>
  parseCountResponse(reply: WireReply<unknown>): WireReply<R>
  decodeCountResponse(reply: WireReply<R>, context: Context): Count
  encodeCountResponse(count: Count, context: Context): WireReply<R>
}

export interface Count {
  readonly inputTokens: number
  readonly estimated?: true
  readonly extensions?: Extensions
}

export interface Http {
  readonly method: 'POST'
  /** Content type of a streamed answer. */
  readonly streamContentType: string
  path(request: { readonly model: string; readonly stream: boolean }): string
  /** The HTTP status with which a server of this format answers such a failure. */
  status(code: FailureCode): number
}
