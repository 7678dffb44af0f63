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

/** Changes of lowering that decoding the response must undo, keyed by the name or id on the wire. */
export interface Reversals {
  readonly toolNames: ReadonlyMap<string, ToolRef>
  readonly callIds: ReadonlyMap<string, string>
  /** Wire names of tools whose raw-text input was wrapped in `{ "input": string }`. */
  readonly wrappedTools: ReadonlySet<string>
  /** Stop sequences that the upstream was not sent; the response is cut at them (`cutAtStops`, `createStopCutter`). Absent: none. */
  readonly stops?: readonly string[]
  /** Argument names of each tool, by its wire name: the name on the wire → the tool's own name. Absent: no name was changed. */
  readonly argumentKeys?: ReadonlyMap<string, ReadonlyMap<string, string>>
}

export interface Lowered {
  readonly request: GenerateRequest
  readonly reversals: Reversals
}

/** Settings of a lowered request, which formats echo in answers. */
export type EffectiveSettings = Pick<GenerateRequest, 'sampling' | 'reasoning' | 'output' | 'tools'>

/** The request as decoded from the client, for echoes and stream options. */
export interface EncodeState {
  readonly request?: GenerateRequest
  /** Settings that held at the upstream, where lowering dropped or changed some. Absent: not known, and those of the request are echoed. */
  readonly effective?: EffectiveSettings
  /** True if the response is stored under its id: in formats whose items have ids, item ids then name the response. Absent: not stored. */
  readonly kept?: boolean
  /**
   * Estimated tokens of the request, for formats that report them at the start of a stream while the upstream reports them at the end.
   * Absent: unknown.
   */
  readonly inputTokens?: () => number
}

export interface DecodeState {
  readonly reversals?: Reversals
}

export interface StreamOptions {
  readonly framing?: 'sse' | 'json-array'
}

/**
 * A text format as its server: reads requests of its clients, and answers them. A decode function takes only what a parse function of the same
 * adapter returned.
 * Methods, not properties: bivariance lets an adapter of one format stand in a list of adapters without a cast.
 */
export interface InboundAdapter<Q = unknown, R = unknown, E = unknown, F = unknown> {
  readonly format: Format
  readonly http: Http
  /** Throws WireError and LimitError. Returns its input, checked, not a copy. */
  parseRequest(message: WireMessage<unknown>, context: Context): WireMessage<Q>
  decodeRequest(message: WireMessage<Q>, context: Context): GenerateRequest
  /**
   * Failure of a request that upstreams of this format alone can serve, such as one for an agent of the vendor; `undefined`: any may serve
   * it. Absent: so it is with every request.
   */
  refuseElsewhere?(request: GenerateRequest): Failure | undefined
  encodeResponse(response: GenerateResponse, context: Context, asked?: EncodeState): WireReply<R>
  createStreamEncoder(context: Context, asked?: EncodeState): Machine<StreamEvent, Frame<E>>
  createStreamSerializer(options?: StreamOptions): Machine<Frame<E>, string>
  encodeFailure(failure: Failure, context: Context): WireReply<F>
  readonly count?: InboundCount
}

/** A text format as its client: sends requests to an upstream, and reads its answers. */
export interface OutboundAdapter<Q = unknown, R = unknown, E = unknown, F = unknown> {
  readonly format: Format
  readonly http: Http
  /** Throws UnsupportedError. Writes the target's own hints for encode. Idempotent. */
  lowerRequest(request: GenerateRequest, context: Context): Lowered
  /** Silent and total: every notice was given by decode or lower. */
  encodeRequest(request: GenerateRequest, context: Context): WireMessage<Q>
  parseResponse(reply: WireReply<unknown>, context: Context): WireReply<R>
  decodeResponse(reply: WireReply<R>, context: Context, sent?: DecodeState): GenerateResponse
  createStreamParser(context: Context, options?: StreamOptions): Machine<string, Frame<E>>
  createStreamDecoder(context: Context, sent?: DecodeState): Machine<Frame<E>, StreamEvent>
  /** Total: an HTML 502 is legal input. */
  parseFailure(reply: WireReply<unknown>): WireReply<F | undefined>
  decodeFailure(reply: WireReply<F | undefined>, context: Context): Failure
  readonly count?: OutboundCount
  /**
   * True if an upstream of this format can be given this URL; absent: any http(s) URL can. Other URLs are fetched and put inline before
   * lowering (`findRemoteMedia`, `inlineMedia`), by a program that has a network.
   */
  acceptsUrl?(part: MediaPart | DocumentPart, context: Context): boolean
}

/** A text format, both as its server and as its client. */
export interface GenerateAdapter<Q = unknown, R = unknown, E = unknown, F = unknown>
  extends InboundAdapter<Q, R, E, F>, OutboundAdapter<Q, R, E, F> {
  readonly count?: CountAdapter
}

/** The resource that counts tokens, as its server. */
export interface InboundCount<Q = unknown, R = unknown> {
  parseCountRequest(message: WireMessage<unknown>, context: Context): WireMessage<Q>
  decodeCountRequest(message: WireMessage<Q>, context: Context): GenerateRequest
  encodeCountResponse(count: Count, context: Context): WireReply<R>
}

/** The resource that counts tokens, as its client. */
export interface OutboundCount<Q = unknown, R = unknown> {
  encodeCountRequest(request: GenerateRequest, context: Context): WireMessage<Q>
  parseCountResponse(reply: WireReply<unknown>): WireReply<R>
  decodeCountResponse(reply: WireReply<R>, context: Context): Count
}

export interface CountAdapter<Q = unknown, R = unknown> extends InboundCount<Q, R>, OutboundCount<Q, R> {}

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
