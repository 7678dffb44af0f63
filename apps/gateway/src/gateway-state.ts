import type { BodyLimits } from './requests/body-limits.ts'
import type { Format, Limits, ModelProfile } from '@interlingua/core'
import type { Channel } from './channels/channel.ts'
import type { Resolver, Target } from './channels/create-resolver.ts'
import type { ResponsesSettings } from './conversations/responses-settings.ts'
import type { Formats } from './create-formats.ts'
import type { GatewayLife } from './gateway-life.ts'
import type { ListedModel } from '@interlingua/models'
import type { MediaFetcher } from './media/create-media-fetcher.ts'
import type { ResultOpener } from './media/create-result-opener.ts'
import type { KeyRing } from './keys/create-key-ring.ts'
import type { Log } from './operation/create-log.ts'
import type { Meter } from './metering/create-meter.ts'
import type { PriceTable } from './metering/price-table.ts'
import type { Metrics } from './operation/metrics/create-metrics.ts'
import type { Telemetry } from './operation/telemetry/telemetry.ts'
import type { Limiter } from './limits/limiter.ts'
import type { Capacity } from './limits/capacity.ts'
import type { Store } from './store/store.ts'
import type { Tasks } from './tasks/tasks.ts'
import type { Results } from './results/results.ts'
import type { RetryPolicy } from './upstreams/retry-policy.ts'

/** What requests share. A request keeps the one that it began with: a new configuration makes a new one, beside it. */
export interface GatewayState {
  /** The text formats that are served and called. */
  readonly formats: Formats
  readonly channels: readonly Channel[]
  /** All places that may serve a model that a client of this format asks for, the best first. */
  readonly candidates: Resolver
  /** The first of them. */
  readonly resolve: (model: string, format: Format) => Target | undefined
  readonly retry: RetryPolicy
  /** Numbers from 0 to 1, 1 not included: they spread requests and waits, and are no secrets. */
  readonly random: () => number
  /** What is known of a model that a client of this format asks for by this name. */
  readonly profileOf: (format: Format, model: string) => ModelProfile | undefined
  /** Ids that clients may ask for and that no channel lists: those of routes. */
  readonly aliases: readonly string[]
  /** What an upstream says it has, for channels that leave something about their models open. */
  readonly offered: (channel: Channel) => Promise<readonly ListedModel[]>
  /** Absent: media that an upstream cannot be told the address of is refused. */
  readonly fetchMedia?: MediaFetcher
  /** Fetches a file that an upstream made and gives by address, from wherever files of callers may be fetched. It is paid for: it may be larger. */
  readonly fetchResults: MediaFetcher
  /** Opens such a file, to be read piece by piece. */
  readonly openResult: ResultOpener
  readonly limits: Limits
  readonly bodyBytes: number
  /** What a body may hold, however many bytes it has. */
  readonly bodyLimits: BodyLimits
  /** The same for requests of images. */
  readonly imageBytes: number
  /** Most bytes of a video that is kept and handed out. */
  readonly videoBytes: number
  readonly capacity: Capacity
  readonly answerBytes: number
  readonly newId: (prefix: string) => string
  readonly log: Log
  readonly metrics: Metrics
  /** Absent: nothing is exported. */
  readonly telemetry?: Telemetry
  /** What this service is, in OpenAPI, as text. */
  readonly description: () => string
  /** Whether anybody may read the metrics. */
  readonly openMetrics: boolean
  readonly store: Store
  /** What upstreams were asked for and have not finished yet. */
  readonly tasks: Tasks
  /** Made files for which clients want addresses. */
  readonly results: Results
  readonly limiter: Limiter
  readonly keys: KeyRing
  readonly meter: Meter
  readonly prices: PriceTable
  /** Whether requests leave usage records; those of keys with a budget do in any case. */
  readonly keepsUsage: boolean
  /** Days for which usage records are kept; absent: for ever. */
  readonly usageDays: number | undefined
  /** Milliseconds since the epoch when the gateway was made. */
  readonly startedAt: number
  /** What is kept of responses. */
  readonly responses: ResponsesSettings
  readonly life: GatewayLife
}
