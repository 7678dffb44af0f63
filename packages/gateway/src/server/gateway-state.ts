import type { BodyLimits } from '../body/parse-body.ts'
import type { Format, Limits, ModelProfile } from '@interlingua/core'
import type { Channel, MediaFetcher, Resolver, ResultOpener, RetryPolicy, Target } from '@interlingua/upstreams'
import type { Formats } from '@interlingua/gateway-kernel'
import type { Lifecycle } from './running-requests.ts'
import type { Recorder } from './recorder.ts'
import type { SocketSettings } from './socket-settings.ts'
import type { ListedModel } from '@interlingua/models'
import type { Capacity, KeyRing, Limiter, PriceTable } from '@interlingua/access'
import type { JoinedObserver } from '../metering/observer.ts'
import type { Meter } from '../metering/create-meter.ts'
import type { PrefixWatch } from '../metering/watch-prefixes.ts'
import type { Store } from '@interlingua/store'
import type { Results, Tasks } from '@interlingua/tasks'

/** State that requests share. A request keeps the state that it began with; a new configuration makes a new one beside it. */
export interface GatewayState {
  /** Text formats that are served and called. */
  readonly formats: Formats
  readonly channels: readonly Channel[]
  /** Finds the targets that may serve a model for a client of this format, the best first. */
  readonly candidates: Resolver
  /** Finds the best target. */
  readonly resolve: (model: string, format: Format) => Target | undefined
  readonly retry: RetryPolicy
  /** Random numbers from 0 to 1, 1 excluded; they spread requests and waits, and are no secrets. */
  readonly random: () => number
  /** Finds facts about a model that a client of this format names. */
  readonly profileOf: (format: Format, model: string) => ModelProfile | undefined
  /** Model ids that only routes define, and no channel lists. */
  readonly aliases: readonly string[]
  /** Reads an upstream's list of models, for channels whose configuration leaves facts about models open. */
  readonly listModels: (channel: Channel) => Promise<readonly ListedModel[]>
  /** Fetches media for upstreams that take no addresses. Absent: such requests are refused. */
  readonly fetchMedia?: MediaFetcher
  /** Fetches a file that an upstream made, from the hosts allowed for callers' files; its limit is larger, since it is paid for. */
  readonly fetchResults: MediaFetcher
  /** Opens a file that an upstream made, to be read piece by piece. */
  readonly openResult: ResultOpener
  readonly limits: Limits
  readonly bodyBytes: number
  /** Numbers of values, tools, turns and parts that a body may hold. */
  readonly bodyLimits: BodyLimits
  /** Largest body of a request for images, in bytes. */
  readonly imageBytes: number
  /** Largest video that is kept and handed out, in bytes. */
  readonly videoBytes: number
  readonly capacity: Capacity
  readonly answerBytes: number
  readonly newId: (prefix: string) => string
  readonly observer: JoinedObserver
  readonly store: Store
  /** Tasks of upstreams. */
  readonly tasks: Tasks
  /** Made files for which clients want addresses. */
  readonly results: Results
  readonly limiter: Limiter
  readonly keys: KeyRing
  readonly meter: Meter
  /** Watch over the prompts of conversations. */
  readonly prefixes: PrefixWatch
  readonly prices: PriceTable
  /** True if requests leave usage records; those of keys with a budget leave one in any case. */
  readonly keepsUsage: boolean
  /** Milliseconds for which usage records are kept. Absent: for ever. */
  readonly usageRetention: number | undefined
  /** Start of the gateway, in milliseconds since the epoch. */
  readonly startedAt: number
  /** Settings of kept responses. */
  readonly responses: ResponsesSettings
  /** Limits of WebSockets. */
  readonly sockets: SocketSettings
  readonly lifecycle: Lifecycle
  /** Recorder of what clients and upstreams say. Absent: nothing is ever recorded. */
  readonly recorder?: Recorder
}

/** Limits of kept responses. */
export interface ResponsesSettings {
  /** Milliseconds for which a response is kept. */
  readonly retention: number
  /** Largest conversation in characters that is put in front of a request. */
  readonly characters: number
  /** Largest number of unfinished background responses of one key. */
  readonly background: number
  /** Call for a summary in place of a compaction. Absent: none is made. */
  readonly compact?: CompactSettings
}

/** Call for a summary. */
export interface CompactSettings {
  /** Model that writes it. Absent: the request's own. */
  readonly model?: string
  readonly prompt: string
  /** Largest number of its tokens. Absent: the model's own. */
  readonly maxTokens?: number
}
