import type { Format, JsonObject, ModelProfile, Policy, ReasoningEffort } from '@interlingua/core'
import type { CredentialOptions } from '../credentials/credential-options.ts'
import type { TierId, VideoFamily } from '@interlingua/video'

/** Policy for translations, or its strictness alone. */
export type PolicyOptions = Policy['strictness'] | Partial<{ readonly [Key in keyof Policy]: Policy[Key] | undefined }>

/** Timeouts in seconds: `firstByte` until the upstream's answer begins, `idle` between two pieces of it, `total` from its beginning to its end. */
export interface TimeoutOptions {
  readonly connect?: number | undefined
  readonly firstByte?: number | undefined
  readonly idle?: number | undefined
  readonly total?: number | undefined
}

/** Thresholds and times of a channel's breaker, in seconds. */
export interface CircuitBreakerOptions {
  /** Number of failures within the window that open the breaker, if at least half of all calls failed. Default 20. */
  readonly failures?: number | undefined
  /** Length of the window. Default 30. */
  readonly window?: number | undefined
  /** Time until one request may try the upstream again. Default 10. */
  readonly cooldown?: number | undefined
  /** Cool-down after the upstream refused the channel's credentials. Default 60. */
  readonly credentialCooldown?: number | undefined
}

/** Repetition of requests at the same channel or the next one. Times in seconds. */
export interface RetryOptions {
  /** Largest number of calls for one request, all channels together. Default 3. */
  readonly attempts?: number | undefined
  /** Time after the request from which on no call begins. Default 60. */
  readonly deadline?: number | undefined
  /** Longest wait before the first repetition at the same channel; waits double and are chosen at random up to their length. Default 0.2. */
  readonly backoff?: number | undefined
  /** Longest of these waits. Default 2. */
  readonly maxBackoff?: number | undefined
  /** Longest `retry-after` that the gateway waits for. Default 1. */
  readonly maxRetryAfter?: number | undefined
  /** Failures after which a request is repeated as well, although its work may have been done. */
  readonly alsoOn?: readonly RetryCause[] | undefined
}

export type RetryCause = number | 'connection-error' | 'timeout'

/** Largest number of calls at the same time, and the queue for further ones. */
export interface ConcurrencyOptions {
  readonly limit: number
  /** Largest number of waiting requests. Default: `limit`. */
  readonly queue?: number | undefined
  /** Longest wait in seconds. Default 10. */
  readonly queueTimeout?: number | undefined
}

/** Facts about a model of videos. */
export interface VideoModelOptions {
  readonly family?: VideoFamily | undefined
  readonly tier?: TierId | undefined
  readonly durations?: readonly number[] | undefined
  readonly resolutions?: readonly string[] | undefined
  readonly maxVideos?: number | undefined
}

/** Parameters of text generation that requests for a model get where they have none. */
export interface RequestDefaults {
  readonly temperature?: number | undefined
  readonly topP?: number | undefined
  readonly topK?: number | undefined
  readonly seed?: number | undefined
  /** Largest number of output tokens, reasoning included. */
  readonly maxTokens?: number | undefined
  /** Not set where a request says anything of reasoning. */
  readonly reasoningEffort?: ReasoningEffort | undefined
}

export interface ChannelModelOptions extends VideoModelOptions {
  /** Id or glob as clients send it. */
  readonly name: string
  /** Id at the upstream. Default: the client's. */
  readonly upstream?: string | undefined
  /** Publication in Unix seconds, for the model list. */
  readonly created?: number | undefined
  readonly ownedBy?: string | undefined
  /** Largest number of input tokens, for the model list. */
  readonly contextLength?: number | undefined
  /** Largest number of output tokens, for the model list. */
  readonly maxOutput?: number | undefined
  readonly supports?:
    | {
        /** False for a model of images that refuses `response_format`. Default true. */
        readonly responseFormat?: boolean | undefined
      }
    | undefined
  readonly weight?: number | undefined
  readonly priority?: number | undefined
  /** Parameters for requests that have none. Default: none, so that the upstream decides. */
  readonly defaults?: RequestDefaults | undefined
}

/** Header of each request; a secret stands in a variable of the environment or in a file. */
export type HeaderOption = string | { readonly env: string } | { readonly file: string }

/** Settings of an upstream: address, credentials, format, models. */
export interface ChannelOptions extends VideoModelOptions {
  readonly name: string
  /** Id or alias of a text format, or id of another kind of upstream. */
  readonly format: string
  readonly baseUrl: string
  readonly apiKey?: string | undefined
  /** Variable of the environment that holds the key. */
  readonly apiKeyEnv?: string | undefined
  /** File that holds the key. */
  readonly apiKeyFile?: string | undefined
  /** Credentials that calls are signed with, or that are renewed, in place of a key. */
  readonly credentials?: CredentialOptions | undefined
  readonly models: readonly (string | ChannelModelOptions)[]
  readonly headers?: Readonly<Record<string, HeaderOption>> | undefined
  /** Version of Anthropic's API. Default 2023-06-01. */
  readonly anthropicVersion?: string | undefined
  /** Preset of the format by name, or its settings. */
  readonly dialect?: string | JsonObject | undefined
  readonly policy?: PolicyOptions | undefined
  /**
   * Prompt caching: `auto` adds cache marks and keys for clients whose format has none, `client` sends those of the client alone, `off` none. Default:
   * that of `ChannelDefaults`. A `policy.cache` counts before it.
   */
  readonly cache?: 'auto' | 'client' | 'off' | undefined
  readonly timeouts?: TimeoutOptions | undefined
  /** Seconds of silence before a keep-alive; 0 turns it off. Default 10. */
  readonly keepAlive?: number | undefined
  /** Name of the model in answers. Default `asked`. */
  readonly answerModel?: 'asked' | 'upstream' | undefined
  /** Share of the requests among channels of the same priority; 0: only if the others cannot take them. */
  readonly weight?: number | undefined
  /** Order in which channels are tried. Default 0, the first. */
  readonly priority?: number | undefined
  readonly concurrency?: number | ConcurrencyOptions | undefined
  /** Settings of the breaker; false: the channel is called whatever it answers. */
  readonly circuitBreaker?: false | CircuitBreakerOptions | undefined
  /** Failures after which this channel is called again as well. Default: those of `ChannelDefaults.retry`. */
  readonly retry?: Pick<RetryOptions, 'alsoOn'> | undefined
  /** Address of an HTTP proxy to the upstream. */
  readonly proxy?: string | undefined
  readonly proxyEnv?: string | undefined
  readonly proxyFile?: string | undefined
  /** File with certificates (PEM) of authorities that are trusted beside the usual ones. */
  readonly caFile?: string | undefined
  /** True: the upstream is asked over WebSockets where clients ask so. Default false. */
  readonly webSocket?: boolean | undefined
  /** Documents that the upstream keeps for later requests. Default: those that its format keeps. */
  readonly supports?:
    | {
        readonly messageThreads?: boolean | undefined
        readonly storedResponses?: boolean | undefined
        readonly cachedContents?: boolean | undefined
      }
    | undefined
  /** `learned` (the default): parameters that the upstream refuses and that only tune the answer are left out for an hour. */
  readonly fit?: 'learned' | 'known' | undefined
  /** True to leave the channel out. Default false. */
  readonly disabled?: boolean | undefined
  /** True to keep videos here that the upstream gives by address. Default false. */
  readonly hostResults?: boolean | undefined
  /** Times of polls for videos, in seconds. */
  readonly poll?:
    | {
        readonly initial?: number | undefined
        readonly interval?: number | undefined
        readonly maxInterval?: number | undefined
        readonly deadline?: number | undefined
      }
    | undefined
}

/** Facts about a model, for the list of models. Each is unknown where it is absent. */
export interface ModelFacts {
  /** Tokens of the context, and of the longest answer. */
  readonly context?: number | undefined
  readonly maxOutput?: number | undefined
  /** Media that it takes: `image`, `audio`, `video`, `document`. */
  readonly media?: readonly string[] | undefined
  /** True if it calls tools, and if its output can be held to a schema. */
  readonly tools?: boolean | undefined
  readonly schema?: boolean | undefined
}

/** Settings for channels without their own. */
export interface ChannelDefaults {
  /** Finds facts about a model of a channel, by the upstream's id. They are shown in lists of models, and change no request. Default: none. */
  readonly factsOf?: ((channel: string, model: string) => ModelFacts | undefined) | undefined
  readonly policy?: PolicyOptions | undefined
  /** Prompt caching of channels that say nothing of it. Default `auto`. */
  readonly cache?: 'auto' | 'client' | 'off' | undefined
  readonly timeouts?: TimeoutOptions | undefined
  readonly keepAlive?: number | undefined
  readonly answerModel?: 'asked' | 'upstream' | undefined
  readonly circuitBreaker?: false | CircuitBreakerOptions | undefined
  readonly retry?: RetryOptions | undefined
  /** Facts about models that the formats do not know; they win over those of the formats. */
  readonly profiles?: readonly ProfileOptions[] | undefined
}

export type ProfileOptions = { readonly [Key in keyof ModelProfile]?: ModelProfile[Key] | undefined } & {
  readonly format: Format
  readonly pattern: string
}

/** Replacement of a model id, before channels are chosen. */
export interface RouteOptions {
  /** Model id of clients, or a pattern in which `*` stands for any characters. */
  readonly match: string
  /** Model that clients get. Default: the one that they ask for. */
  readonly to?: string | undefined
  /** Models to try in this order if no channel has the first, or if none of its channels can answer. */
  readonly fallbacks?: readonly string[] | undefined
}
