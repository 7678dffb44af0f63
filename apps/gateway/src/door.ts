import type { Context, GenerateAdapter, JsonObject, ModelProfile, Usage } from '@interlingua/core'
import type { IncomingHttpHeaders } from 'node:http'
import type { Fault } from './faults/fault.ts'
import type { KeyRates } from './limits/key-rates.ts'
import type { WordCheck } from './requests/check-words.ts'
import type { Room } from './limits/room.ts'
import type { StreamMarks } from './answers/stream-marks.ts'

/** What the gateway's edge must know about a format that is no translation: paths, headers, and how a passing stream is watched. */
export interface Door {
  readonly adapter: GenerateAdapter
  readonly profiles: readonly ModelProfile[]
  readonly dialect: DoorDialect
  /** What servers of this format keep between requests, where a channel does not say otherwise. */
  readonly keeps: { readonly threads: boolean; readonly responses: boolean; readonly cachedContents: boolean }
  /** Response header with which this format's servers name a request. */
  readonly requestIdHeader: string
  /** The keys of which a document has at least one, or is no answer. */
  readonly answerKeys: readonly string[]
  /** The same for a token count. */
  readonly countKey?: string
  /** Request headers of a client that an upstream of the same format gets, byte for byte. */
  readonly forwarded: readonly string[]
  /** Headers that an upstream of this format gets where nobody said otherwise, and those that carry the channel's key. */
  readonly upstreamHeaders: (key: string | undefined, version: string) => Readonly<Record<string, string>>
  /** What the gateway itself reads of a request. */
  readonly readAsk: (body: JsonObject, way: Way) => Ask | Fault
  /** The rules of the service's interface that are narrower than the format. */
  readonly checkRules: (headers: IncomingHttpHeaders, body: JsonObject, purpose: 'generate' | 'count', room: Room) => Fault | undefined
  /** The words of a body that an upstream of another format is told in its own, or not at all: one that is none is a 400 here. */
  readonly checkWords: WordCheck
  /** True: what a model takes is checked before anything else, so that the client's side is told of the model that it asks for. */
  readonly checksModel: boolean
  /** Whether a body is spelled as this service takes it, but no upstream of the format does: it is translated within the format. */
  readonly isOurSpelling?: (body: JsonObject) => boolean
  /**
   * The body as the upstream's model wants it, which the context knows, where that is more or less than the client said; the same object where
   * it is not. Throws the format's errors.
   */
  readonly fit?: (body: JsonObject, context: Context) => JsonObject
  /** The endpoint that counts tokens. */
  readonly countPath?: (model: string) => string
  /** The endpoint that lists models, with its query. */
  readonly listPath: string
  /** True: a stream is a JSON array unless the query says `alt=sse`. */
  readonly arrayStreams: boolean
  /** What is left of the key's rates, in the headers of this format's servers; absent: they have none. */
  readonly spellRates?: (rates: KeyRates, now: number) => Record<string, string>
  /** What an answer, or an event of one, says that it cost. */
  readonly usageOf: (body: JsonObject) => Usage | undefined
  /** An error document with the status with which it is answered, in the formats that say it in the body too. */
  readonly withStatus?: (body: JsonObject, status: number) => JsonObject
  /** Whether a whole answer says of itself that it failed, as clients of the format know it: it passes, with status 200. */
  readonly tellsFailure?: (body: JsonObject) => boolean
  /** Where an answer has the name of its model, and where an event of a stream has it. */
  readonly modelAt: { readonly document: readonly string[]; readonly event: readonly string[] }
  readonly marks: StreamMarks
  /** What clients of an operation look for in the error of a request without a good key, beside the format's own words. */
  readonly keyError?: (operation: string) => JsonObject | undefined
  readonly describe: DoorDescription
}

/** The vendor profiles of a format's servers. */
export interface DoorDialect {
  /** By the name by which a channel's configuration says one. */
  readonly presets: Readonly<Record<string, JsonObject>>
  /** Throws for settings that cannot be used. */
  readonly check: (settings: JsonObject) => unknown
  /** What settings say where the configuration does not. `version`: of the API, as the channel has it. */
  readonly defaults?: (version: string) => JsonObject
}

/** What OpenAPI and traces say of a format. */
export interface DoorDescription {
  /** The name of its errors among the components. */
  readonly errors: string
  /** Headers that tell of a key's rates. */
  readonly rateHeaders: readonly string[]
  /** `gen_ai.operation.name` of a call that generates. https://opentelemetry.io/docs/specs/semconv/gen-ai/ */
  readonly telemetryOperation: string
}

/** What the path says of a request, in the formats that say it there. */
export interface Way {
  /** The version under which the client knows the endpoint. */
  readonly version?: string
  /** The path as its format spells it, however the client escaped it. */
  readonly path?: string
  readonly model?: string
  readonly stream?: boolean
}

export interface Ask {
  readonly model: string
  readonly stream: boolean
}
