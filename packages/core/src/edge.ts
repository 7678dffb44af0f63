import type { GenerateAdapter } from './adapter.ts'
import type { Context } from './context.ts'
import type { Failure } from './failure.ts'
import type { JsonObject } from './json.ts'
import type { Machine } from './machine.ts'
import type { ModelProfile } from './model-profile.ts'
import type { GenerateRequest } from './request.ts'
import type { Usage } from './response.ts'

/**
 * Everything by which a text format is served and called, beside translation. A gateway takes a list of these and knows no format by name. Each
 * format exports its own as `@interlingua/<format>/edge`; it needs no Node, no socket and no clock.
 */
export interface FormatEdge {
  readonly adapter: GenerateAdapter
  /** Formats whose clients share headers, keys and model lists: `anthropic`, `openai`, `google`, or a word of your own. */
  readonly vendor: string
  /** What is known of models, by the names under which the vendor has them. */
  readonly profiles: readonly ModelProfile[]
  readonly dialect: DialectSettings
  readonly client: ClientEdge
  readonly upstream: UpstreamEdge
  readonly stream: StreamEdge
  readonly describe: EdgeDescription
}

/** What servers of one format differ in, as a channel's configuration says it. */
export interface DialectSettings {
  /** By the name by which a configuration says them. */
  readonly presets: Readonly<Record<string, JsonObject>>
  /** Throws for settings that the format cannot use. */
  readonly check: (settings: JsonObject) => unknown
  /** Settings that a channel starts from. `version`: that of the interface, as the channel has it. */
  readonly defaults?: (version: string) => JsonObject
}

/** Headers as Node gives them: names in lower case. */
export type EdgeHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

export type EdgeOperation = 'generate' | 'count'

/** An endpoint of a format. It takes POST. */
export interface EdgeRoute {
  /**
   * `{name}` stands for one segment. `{model}:method` at the end stands for a model, whose id may hold slashes and colons, and a method of it.
   */
  readonly path: string
  /** Other paths that mean the same. */
  readonly also?: readonly string[]
  readonly operation: EdgeOperation
  /** True: the answer is a stream, in formats whose path says so. */
  readonly stream?: boolean
  /** In a few words, for the description of the service. */
  readonly summary: string
}

/** What a path says of its request. */
export interface PathParams {
  /** The version under which the client knows the endpoint: `/v1beta`. */
  readonly version?: string
  /** The path as its format spells it, however the client escaped it. */
  readonly path?: string
  readonly model?: string
  readonly stream?: boolean
}

/** The model that a request names, and whether the answer is to be a stream. */
export interface RequestHead {
  readonly model: string
  readonly stream: boolean
}

export interface EdgeRequest {
  readonly headers: EdgeHeaders
  readonly path: PathParams
  readonly body: JsonObject
}

/** What the operator of a gateway allows. */
export interface EdgeLimits {
  /** Bytes of all files within a request, decoded. */
  readonly inlineBytes: number
}

/** How clients of a format are served. */
export interface ClientEdge {
  readonly routes: readonly EdgeRoute[]
  /**
   * How sure the format is that a request is of its vendor's clients, where its path does not say so (`/v1/models`, or a path at which there is
   * nothing): 0 is no claim; the highest claim wins, of equal ones that of the format that was named first. `url`: path and query.
   */
  readonly recognizes: (url: string, headers: EdgeHeaders) => number
  /** What is read of a request before anything else; a failure where it cannot be read. */
  readonly readHead: (request: EdgeRequest) => RequestHead | Failure
  /** The rules of the vendor's service that are narrower than the format. */
  readonly check?: (request: EdgeRequest, operation: EdgeOperation, limits: EdgeLimits) => Failure | undefined
  /**
   * The words of a body, where it goes to an upstream of another format: that one is told them in its own, or not at all, and so cannot refuse
   * one that is none.
   */
  readonly checkWords?: (body: JsonObject) => Failure | undefined
  /** Whether no upstream of the format takes a body that clients of a gateway may send: it is translated within the format. */
  readonly needsTranslation?: (body: JsonObject) => boolean
  /** True: what a model takes is checked on the client's side too, so that the client is told of the model that it asks for. */
  readonly checksModel: boolean
  readonly headers: ClientHeaders
  /** An error document with the status with which it is answered, in formats that say it in the body too. */
  readonly errorBody?: (body: JsonObject, status: number) => JsonObject
  /** Members that clients of an operation (`count`, `models`) look for in the error of a request without a good key. */
  readonly keyError?: (operation: string) => JsonObject | undefined
  readonly stream: ClientStream
}

export interface ClientHeaders {
  /** Request headers that an upstream of the same format gets unchanged. */
  readonly forwarded: readonly string[]
  /** The response header that names the request. */
  readonly requestId: string
  /** What is left of a key's rates, in the headers of the format's servers; absent: they have none. `now`: milliseconds since 1970. */
  readonly rates?: (rates: KeyRates, now: number) => Record<string, string>
}

/** What is left of a key's rates, as a request found them. Absent: the key has no such limit. */
export interface KeyRates {
  readonly requests?: RateState
  readonly tokens?: RateState
}

export interface RateState {
  readonly limit: number
  readonly remaining: number
  /** Milliseconds until all of it is there again. */
  readonly resetMs: number
}

export interface ClientStream {
  /** What clients take as a sign of life between two events; `''` where they take none. `afterStart`: only behind the first event. */
  readonly keepAlive: { readonly text: string; readonly afterStart: boolean }
  /** Whether clients take comments: notices are written there on demand. */
  readonly comments: boolean
  /** Whether the connection breaks behind an error event: some clients read over it, and take half an answer for a whole one. */
  readonly breaksOnFailure: boolean
  /** True: a stream is a JSON array unless the query says `alt=sse`. */
  readonly arrays: boolean
}

/** How an upstream of the format is called, and what its documents say. */
export interface UpstreamEdge {
  /** Headers that an upstream gets where nobody said otherwise, and those that carry the key. `version`: of the interface. */
  readonly headers: (key: string | undefined, version: string) => Readonly<Record<string, string>>
  /**
   * Where what proves who calls depends on each call, or changes in time: signatures, tokens. The headers then carry no key. Absent: the key
   * stands in the headers, and that is all.
   */
  readonly authorize?: AuthorizerFactory
  /**
   * The body as the model wants it, which the context knows, where that is more or less than the client said; the same object where it is not.
   * Throws the format's errors.
   */
  readonly fitBody?: (body: JsonObject, context: Context) => JsonObject
  /** The endpoint that counts tokens. */
  readonly countPath?: (model: string) => string
  /** The members of which a good document has at least one, by operation. */
  readonly answerKeys: { readonly generate: readonly string[]; readonly count?: readonly string[] }
  /** What a document, or an event of a stream, says that it cost. */
  readonly usageOf: (body: JsonObject) => Usage | undefined
  /** Whether a whole document says of itself that it failed, as clients of the format know it: it passes, with status 200. */
  readonly reportsFailure?: (body: JsonObject) => boolean
  /** Where a document, and an event of a stream, has the name of its model. */
  readonly modelAt: { readonly document: readonly string[]; readonly event: readonly string[] }
  /** What an upstream keeps between requests, where its channel does not say otherwise. */
  readonly keeps: { readonly threads?: boolean; readonly responses?: boolean; readonly cachedContents?: boolean }
  /** How what is kept of responses stands in requests and in ids; present where `keeps.responses` is. */
  readonly responses?: ResponseState
}

/** What a gateway that keeps responses itself, for upstreams that do not, must know of the format in which they are kept. */
export interface ResponseState {
  /**
   * The request for an upstream that keeps nothing of it: without references to what is kept, and asking for what has to come back with the next
   * request. `own`: the upstream is of this format. `sealed`: it gives reasoning sealed.
   */
  readonly detach: (request: GenerateRequest, target: { readonly own: boolean; readonly sealed: boolean }) => GenerateRequest
  /** Of which response an item is, and its place in the output, by the item's id; `undefined` where it does not tell. */
  readonly readItemId: (id: string) => { readonly responseId: string; readonly index: number } | undefined
}

/** One call of an upstream, complete but for what proves who calls. */
export interface OutgoingRequest {
  readonly method: string
  /** Whole: `https://…`. */
  readonly url: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/**
 * Headers that prove who calls, beside those that the request has. Called for each attempt, just before it is sent. A plain value costs no
 * promise. Where it throws or rejects, the attempt fails, and another channel may be tried.
 */
export type Authorizer = (request: OutgoingRequest) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>

export interface AuthorizerOptions {
  /** The key of the channel, as its configuration has it. */
  readonly key: string | undefined
  /** The vendor profile of the channel. */
  readonly settings: JsonObject
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Fetches tokens; given by the program, since a format has no sockets. */
  readonly fetch: (request: OutgoingRequest) => Promise<{ readonly status: number; readonly body: string }>
}

export interface OpenAuthorizer {
  readonly authorize: Authorizer
  /** Told of a 401, so that what expired early is fetched anew; true: worth one more attempt at this channel. */
  readonly refused?: () => boolean
  /** Values that must be redacted from what upstreams say; asked each time, since tokens change. */
  readonly secrets: () => readonly string[]
}

/** Throws for a key or settings that it cannot use. */
export type AuthorizerFactory = (options: AuthorizerOptions) => OpenAuthorizer

/** A binary framing around a stream of text: AWS event streams. The adapter reads and writes the text. */
export interface BinaryFraming {
  readonly createReader: () => Machine<Uint8Array, string>
  readonly createWriter: () => Machine<string, Uint8Array>
}

/** What is known of a stream that passes unread. */
export interface StreamStatus {
  /** Some event of the answer itself passed. */
  started: boolean
  /**
   * `complete`: a clean end of the connection is the end of the answer. `ended`: nothing more will come. `broken`: an end without an answer.
   * `malformed`: what came is no event of any format.
   */
  phase: 'open' | 'complete' | 'ended' | 'failed' | 'broken' | 'malformed'
  usage?: Usage | undefined
  /** The answer's id, in formats whose answers can be asked for again. */
  id?: string
  /** The answer as its first event showed it, the items of it that are whole, and the upstream's own end of one that failed. */
  answer?: JsonObject
  items?: JsonObject[]
  failed?: JsonObject
}

/** How a stream that passes unread is watched: what makes an event worth parsing, and what a parsed event says. */
export interface StreamEdge {
  /** Where the stream on the wire is no text. Such streams do not pass unread: they are translated within their format too. */
  readonly binary?: BinaryFraming
  /** Substrings of an event that is worth it. `keys`: of JSON, with their quotes, where their value is not null. */
  readonly patterns: { readonly keys: readonly string[]; readonly words: readonly string[] }
  /** Whether each event of the answer to this request is, where what is asked for is rare. Absent: never. */
  readonly readsAll?: (request: JsonObject) => boolean
  /** A reader of one stream. It writes into `status` what an event says. */
  readonly createStatusReader: () => (event: JsonObject | '[DONE]', status: StreamStatus) => void
  /** Whether an upstream's error event passes as it is; else it is written anew, as clients are sure to take for an error. */
  readonly passesErrors: boolean
  /** The error document in an error event, where it is not the event itself. */
  readonly errorOf?: (event: JsonObject) => JsonObject
  /** Makes events of ours go on from the numbers of those that passed, in formats that number them. Both are text; `passed` is latin1. */
  readonly renumber?: (events: string, passed: string) => string
  /** Makes an event of ours the end of the answer that passed, in formats whose last event shows the answer. */
  readonly endOf?: (event: JsonObject, status: StreamStatus) => JsonObject
}

/** For the description of the service, and for traces. */
export interface EdgeDescription {
  /** The format in words: `Anthropic Messages`. */
  readonly title: string
  /** The codes of the notices that it gives: `chat/top-k`. */
  readonly notices: readonly string[]
  /** JSON Schemas of its documents; asked for when somebody asks for the description. */
  readonly schemas?: () => EdgeSchemas
  /** Headers that tell of a key's rates. */
  readonly rateHeaders: readonly string[]
  /** `gen_ai.operation.name` of a call that generates. https://opentelemetry.io/docs/specs/semconv/gen-ai/ */
  readonly telemetryOperation: string
}

/** JSON Schemas, draft 2020-12. */
export interface EdgeSchemas {
  readonly request: JsonObject
  readonly response: JsonObject
  readonly countRequest?: JsonObject
  readonly count?: JsonObject
}
