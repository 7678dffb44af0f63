import type { ChannelHealth } from './overview.ts'
import type { Percentiles } from './usage.ts'

/** Channel, as `GET /admin/api/channels` lists it. Nothing in it is secret. */
export interface ChannelReport extends ChannelHealth {
  /** Scheme, host and port of the upstream. */
  readonly origin: string
  readonly priority: number
  readonly models: readonly string[]
  readonly strictness: string
  /** Sums of the last five minutes. */
  readonly requests: number
  readonly failed: number
  /** Times until the end of the answers that went well, and until the first byte of streams. Absent: there were none. */
  readonly whole?: Percentiles
  readonly firstByte?: Percentiles
}

/** Answer of `GET /admin/api/resolve`: channels that a request may go to, the best first. */
export interface Resolution {
  readonly model: string
  readonly format: string
  /** Route that replaced the model. */
  readonly route?: string
  readonly targets: readonly {
    readonly channel: string
    readonly model: string
    /** Id or pattern in the configuration that led there. */
    readonly listed: string
    readonly state: ChannelHealth['state']
  }[]
  /** Reason for which the key may not use the model. */
  readonly refusal?: string
}
