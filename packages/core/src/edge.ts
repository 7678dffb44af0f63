import type { GenerateAdapter, InboundAdapter, OutboundAdapter } from './adapter.ts'
import type { Context } from './context.ts'
import type { Failure } from './failure.ts'
import type { JsonObject } from './json.ts'
import type { Machine } from './machine.ts'
import type { ModelProfile } from './model-profile.ts'
import type { NoticeEntry } from './notice.ts'
import type { Pointer } from './pointer.ts'
import type { GenerateRequest } from './request.ts'
import type { Usage } from './response.ts'
import type { EdgeOperation, EdgeRoute, PathParams } from './route.ts'

export { createUpstreamPaths } from './upstream-paths.ts'
export type { BaseAddress } from './upstream-paths.ts'
export { matchRoute } from './route.ts'
export type { EdgeOperation, EdgeRoute, MatchedRoute, PathParams } from './route.ts'

/**
 * Everything that a gateway needs to serve and call a text format, beside translation: a gateway takes a list of edges and knows no format
 * by name. Each format exports its own as `@interlingua/<format>/edge`, without Node, sockets or a clock.
 */
export interface FormatEdge<A extends GenerateAdapter = GenerateAdapter, D = JsonObject, P extends string = string> {
  readonly adapter: A
  /** Formats whose clients share headers, keys and model lists: `anthropic`, `openai`, `google`, or a word of your own. */
  readonly vendor: string
  /** Known models of the format's vendor, by the vendor's names. */
  readonly profiles: readonly ModelProfile[]
  readonly dialect: DialectSettings<D, P>
  readonly client: ClientEdge
  readonly upstream: UpstreamEdge
  readonly stream: StreamEdge
  readonly describe: EdgeDescription
}

/** Half of an edge that serves clients: `@interlingua/<format>/inbound`. A whole edge is one, too; the half makes smaller bundles. */
export interface InboundEdge<A extends InboundAdapter = InboundAdapter> {
  readonly adapter: A
  readonly vendor: string
  /** Known models of the format's vendor. Absent: requests are checked without them. */
  readonly profiles?: readonly ModelProfile[]
  readonly client: ClientEdge
  /** Absent: streams are text. */
  readonly stream?: Pick<StreamEdge, 'binary'>
}

/** Half of an edge that calls upstreams: `@interlingua/<format>/outbound`. A whole edge is one, too; the half makes smaller bundles. */
export interface OutboundEdge<A extends OutboundAdapter = OutboundAdapter, D = JsonObject, P extends string = string> {
  readonly adapter: A
  readonly vendor: string
  readonly profiles: readonly ModelProfile[]
  readonly dialect: DialectSettings<D, P>
  readonly upstream: UpstreamEdge
  /** Absent: streams are text. */
  readonly stream?: Pick<StreamEdge, 'binary'>
}

/** Settings in which servers of one format differ, as a channel's configuration has them: `D` is their type, `P` the names of presets. */
export interface DialectSettings<D = JsonObject, P extends string = string> {
  /** Ready-made settings by the name that a configuration uses. */
  readonly presets: Readonly<Record<P, JsonObject & D>>
  /** Throws for settings that the format cannot use, unknown ones among them. A method, so that an edge stands in a list of edges. */
  check(settings: JsonObject & D): unknown
  /** Settings that a channel starts from; `version` is the channel's version of the interface. Absent: `{}`. */
  readonly defaults?: (version: string) => JsonObject
  /** Presets by the end of the host at which their servers are: `api.groq.com`, `.openai.azure.com`. Absent: none is known. */
  readonly hosts?: Readonly<Record<string, P>>
}

/** Headers as Node gives them: names in lower case. */
export type EdgeHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/** Model that a request names, and whether the response is to be a stream. */
export interface RequestHead {
  readonly model: string
  readonly stream: boolean
}

export interface EdgeRequest {
  readonly headers: EdgeHeaders
  readonly path: PathParams
  readonly body: JsonObject
}

/** Limits that the operator of a gateway sets. */
export interface EdgeLimits {
  /** Bytes of all files within a request, decoded. */
  readonly inlineBytes: number
}

/** How clients of a format are served. */
export interface ClientEdge {
  readonly routes: readonly EdgeRoute[]
  /**
   * Certainty that a request comes from clients of this format's vendor, where its path does not say so (`/v1/models`, or an unknown path).
   * 0 is no claim; the highest claim wins, of equal ones the format listed first; `url` is path and query.
   */
  readonly recognizes: (url: string, headers: EdgeHeaders) => number
  /** Reads the head of a request before anything else; returns a failure if it cannot be read. */
  readonly readHead: (request: EdgeRequest) => RequestHead | Failure
  /** The rules of the vendor's service that are narrower than the format. */
  readonly check?: (request: EdgeRequest, operation: EdgeOperation, limits: EdgeLimits) => Failure | undefined
  /**
   * Checks the words of a request that goes to an upstream of another format: that upstream is sent them translated or not at all, and so
   * cannot refuse an unknown one.
   */
  readonly checkWords?: (body: JsonObject, headers: EdgeHeaders) => Failure | undefined
  /**
   * True if a body holds something that clients may send but no upstream of the format takes, so that it must be translated within the
   * format. Absent: never.
   */
  readonly needsTranslation?: (body: JsonObject) => boolean
  /** True: the limits of the model are checked on the client's side too, so that errors name the model that the client asked for. */
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
  /** Request headers that the adapter reads besides, and that no upstream gets as they are. Absent: none. */
  readonly read?: readonly string[]
  /** The response header that names the request. */
  readonly requestId: string
  /**
   * Response headers that state the rest of a key's rate limits, as the format's servers spell them; `now` is milliseconds since 1970.
   * Absent: the format has no such headers.
   */
  readonly rates?: (rates: KeyRates, now: number) => Record<string, string>
}

/** Rest of a key's rate limits at the time of a request. Absent: the key has no such limit. */
export interface KeyRates {
  readonly requests?: RateState
  readonly tokens?: RateState
}

export interface RateState {
  readonly limit: number
  readonly remaining: number
  /** Milliseconds until the whole limit is available again. */
  readonly resetMs: number
}

export interface ClientStream {
  /**
   * Text that clients take as a keep-alive between two events; `''` if they take none. `afterStart`: allowed only after the first event.
   */
  readonly keepAlive: { readonly text: string; readonly afterStart: boolean }
  /** True if clients accept SSE comments, in which notices are written on demand. */
  readonly comments: boolean
  /**
   * True if the connection is broken behind an error event, because some clients ignore the event and take half a response for a whole one.
   */
  readonly breaksOnFailure: boolean
  /** True: a stream is a JSON array unless the query says `alt=sse`. */
  readonly arrays: boolean
}

/** How an upstream of the format is called, and what its documents say. */
export interface UpstreamEdge {
  /** Address of the vendor's own service, without version. Absent: there is none. */
  readonly baseUrl?: string
  /** Default headers of a call, with those that carry the key; `version` is the version of the interface. */
  readonly headers: (key: string | undefined, version: string) => Readonly<Record<string, string>>
  /**
   * Opens an authorizer, for credentials that depend on each call or expire, such as signatures and tokens; `headers` then carry no key.
   * Absent: the key in the headers is the only credential.
   */
  readonly authorize?: AuthorizerFactory
  /**
   * Fits the body to the model that the context names, where the client's body has too much or too little; returns the same object
   * otherwise. Throws the format's errors.
   */
  readonly fitBody?: (body: JsonObject, context: Context) => JsonObject
  /**
   * Slot of the key that names a request's conversation, where the server chooses by it the machine that has the prompt cached. Absent, or
   * undefined for this model: there is none.
   */
  readonly cacheKeySlot?: (context: Context) => CacheKeySlot | undefined
  /** The endpoint that counts tokens. */
  readonly countPath?: (model: string) => string
  /** Members of which a valid document has at least one, by operation. */
  readonly answerKeys: { readonly generate: readonly string[]; readonly count?: readonly string[] }
  /** Usage that a document or a stream event reports; `undefined` if it reports none. */
  readonly usageOf: (body: JsonObject) => Usage | undefined
  /**
   * True if a whole document that came with status 200 says itself that it failed, in a way that clients of the format know. Absent: never.
   */
  readonly reportsFailure?: (body: JsonObject) => boolean
  /**
   * Members that compatible servers leave out of their answers, although the format requires them: `members` gives those that a document lacks, given
   * the request. A channel whose dialect has `false` for `fact` gets them added. Absent: answers pass as they are.
   */
  readonly missing?: { readonly fact: string; readonly members: (response: JsonObject, request: JsonObject) => JsonObject | undefined }
  /** Path to the model's name in a document and in a stream event; `[]`: they name none. */
  readonly modelAt: { readonly document: readonly string[]; readonly event: readonly string[] }
  /** Documents that an upstream keeps between requests, unless its channel says otherwise. */
  readonly supports: { readonly messageThreads?: boolean; readonly storedResponses?: boolean; readonly cachedContents?: boolean }
  /** Frames of the format's WebSockets. Absent: it has none. */
  readonly frames?: SocketFrames
  /** Functions for stored responses; present if `supports.storedResponses` is. */
  readonly responses?: ResponseState
}

/** Requests and answers as text frames of a WebSocket: a frame for each request, and one for each event of its answer. */
export interface SocketFrames {
  /** Frame that asks what a body of an HTTP request asks. */
  readonly ask: (body: JsonObject) => JsonObject
  /** End of an answer that a frame tells; undefined for any other frame. */
  readonly readEnd: (text: string) => FrameEnd | undefined
}

/** End of an answer in frames. */
export interface FrameEnd {
  /** Id by which the next request on the same socket may go on. Absent: it may not. */
  readonly id?: string
  /** Error instead of an answer, as it would come by HTTP; `ofConnection`: it says nothing of the request. */
  readonly error?: { readonly status: number; readonly body: JsonObject; readonly ofConnection: boolean }
}

/** Place of a cache key: the field of `cache.key`, or a header by name. */
export type CacheKeySlot = 'body' | { readonly header: string }

/** Functions by which a gateway stores responses in this format, for upstreams that store none. */
export interface ResponseState {
  /**
   * Rewrites a request for an upstream that stores nothing: drops references to stored responses, and asks for what must come back with the
   * next request. `own`: the upstream speaks this format; `sealed`: it returns sealed reasoning.
   */
  readonly detach: (request: GenerateRequest, target: { readonly own: boolean; readonly sealed: boolean }) => GenerateRequest
  /** Response that an item id names, and the item's index in its output; `undefined` if the id names none. */
  readonly readItemId: (id: string) => { readonly responseId: string; readonly index: number } | undefined
  /** Item that stands for a conversation by a summary of it. Absent: the format has none. */
  readonly encodeSummary?: (text: string, id: string) => JsonObject
  /** Path at which upstreams of the format compact a conversation; a dialect says `compact: false` where its server does not. Absent: there is none. */
  readonly compactPath?: string
  /** Words of the resource of stored answers. Absent: those of Responses. */
  readonly words?: StateWords
  /** Reasoning that comes sealed on request. Absent: the format has no such request. */
  readonly seals?: SealedReasoning
}

/** Sealed reasoning of a format, which an upstream that stores nothing must be asked for, so that it can go back with the next request. */
export interface SealedReasoning {
  /** True if a body asks for it. */
  readonly isAsked: (body: JsonObject) => boolean
  /** The body, asking for it as well. */
  readonly ask: (body: JsonObject) => JsonObject
  /** The request in the canonical model, asking for it as well. */
  readonly askRequest: (request: GenerateRequest) => GenerateRequest
  /** An answer, or an event of one, without the seals that its upstream gave. */
  readonly hide: (answer: JsonObject) => JsonObject
}

/** Spelling of stored answers in a format: where they are asked for, and how their documents say what a gateway has to know. */
export interface StateWords {
  /** Kind of the documents in the store, which keeps ids of different formats apart. */
  readonly kind: string
  /** Word for an answer in messages to clients: `Interaction`. */
  readonly title: string
  /** `object` of a document. */
  readonly object: string
  /** Paths of the resource, without an id. The first is described. */
  readonly paths: readonly [string, ...string[]]
  /** Beginning of ids that the gateway makes. */
  readonly idPrefix: string
  /** Field of a request that names the answer before it. */
  readonly previous: string
  /** Place of the instructions of a request, which stand before the conversation that it goes on from. */
  readonly instructions: Pointer
  /** Member of a document that holds what the model said. */
  readonly output: string
  /** Statuses of answers from which a conversation goes on. */
  readonly ended: readonly string[]
  /** Input of a request as a list of what `output` holds. */
  readonly itemsOf: (input: JsonObject[string] | undefined) => readonly JsonObject[string][]
  /** Parameter of a query that names the last event that a client has, and the member of events that holds their number. */
  readonly resume: { readonly query: string; readonly key: string }
  /** Member of a failed document that tells why. */
  readonly errorsOf: (error: JsonObject) => JsonObject
}

/** A call of an upstream, complete except for credentials. */
export interface OutgoingRequest {
  readonly method: string
  /** Whole: `https://…`. */
  readonly url: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/**
 * Returns the headers that authorize a request, beside its own; called just before each attempt, and a plain value saves a promise. If it
 * throws or rejects, the attempt fails and another channel may be tried.
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
  /**
   * Called after a 401, so that a token that expired early is fetched anew. Returns true if one more attempt at this channel is worth it.
   * `proof`: what `authorize` gave for the refused call, by which a refusal of credentials that have been renewed since is told from others.
   */
  readonly refused?: (proof: Readonly<Record<string, string>>) => boolean
  /**
   * Called after an answer that refused a signature, with the server's time in milliseconds since 1970. Returns true if the clocks differ by so
   * much that a signature by the server's clock is worth one more attempt.
   */
  readonly skewed?: (serverTime: number) => boolean
  /** Values to redact from what upstreams say; called each time, since tokens change. */
  readonly secrets: () => readonly string[]
}

/** Throws for a key or settings that it cannot use. */
export type AuthorizerFactory = (options: AuthorizerOptions) => OpenAuthorizer

/** A binary framing around a stream of text: AWS event streams. The adapter reads and writes the text. */
export interface BinaryFraming {
  readonly createReader: () => Machine<Uint8Array, string>
  readonly createWriter: () => Machine<string, Uint8Array>
  /**
   * Reader that keeps the bytes of each message, so that documents and streams pass between client and upstream of this format as they are.
   * Absent: both are translated within the format.
   */
  readonly createWholeReader?: () => Machine<Uint8Array, WholeMessage>
}

/** A whole message of a binary framing: its bytes as they came, and the text that stands for it. `invalid`: nothing behind it can be read. */
export type WholeMessage =
  | { readonly type: 'message'; readonly bytes: Uint8Array; readonly text: string }
  | { readonly type: 'invalid'; readonly message: string }

/** State of a stream that passes unread. */
export interface StreamStatus {
  /** True once an event of the response itself passed. */
  started: boolean
  /**
   * `complete`: a clean end of the connection ends the response; `ended`: no more will come; `broken`: the connection ended without a
   * response; `malformed`: the bytes are no event of any format.
   */
  phase: 'open' | 'complete' | 'ended' | 'failed' | 'broken' | 'malformed'
  usage?: Usage | undefined
  /** The answer's id, in formats whose answers can be asked for again. */
  id?: string
  /** Response as its first event showed it, with the items that are complete, and the upstream's own final event if it failed. */
  answer?: JsonObject
  items?: JsonObject[]
  failed?: JsonObject
}

/** Rules for watching a stream that passes unread: which events are worth parsing, and what a parsed event says. */
export interface StreamEdge {
  /** Framing of a stream that is not text on the wire. Absent: the stream is text. */
  readonly binary?: BinaryFraming
  /** Substrings of events worth parsing. `keys`: JSON keys, with their quotes, whose value is not null. */
  readonly patterns: { readonly keys: readonly string[]; readonly words: readonly string[] }
  /** True if every event of the response must be parsed, because the request asks for something rare. Absent: never. */
  readonly readsAll?: (request: JsonObject) => boolean
  /** Makes the reader of one stream, which writes what an event says into `status`. */
  readonly createStatusReader: () => (event: JsonObject | '[DONE]', status: StreamStatus) => void
  /** True if an upstream's error event passes as it is; false: it is rewritten in a form that clients surely take for an error. */
  readonly passesErrors: boolean
  /** Error document within an error event. Absent: the event itself. */
  readonly errorOf?: (event: JsonObject) => JsonObject
  /** Renumbers the gateway's own events behind those that passed, in formats that number events. Both are text; `passed` is latin1. */
  readonly renumber?: (events: string, passed: string) => string
  /** Makes an event of the gateway the end of the response that passed, in formats whose last event shows the whole response. */
  readonly endOf?: (event: JsonObject, status: StreamStatus) => JsonObject
}

/** Facts for the description of the service and for traces. */
export interface EdgeDescription {
  /** The format in words: `Anthropic Messages`. */
  readonly title: string
  /** Second id of the format, after its vendor, by which configurations and queries may name it: `anthropic`. Absent: none. */
  readonly alias?: string
  /** Codes of the notices that the format gives: `chat/top-k`. */
  readonly notices: readonly string[]
  /** Meaning of each notice, by its code without the format: `top-k`. Absent: not told. */
  readonly noticeTable?: Readonly<Record<string, NoticeEntry>>
  /** JSON Schemas of the format's documents, built when the description is first requested. Absent: none. */
  readonly schemas?: () => EdgeSchemas
  /** Response headers that state a key's rate limits. */
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
