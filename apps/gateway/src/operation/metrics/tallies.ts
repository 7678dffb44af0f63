import type { UsageTokens } from '../../metering/usage-record.ts'
import type { Latencies } from './latencies.ts'

/** Requests of one endpoint through one channel. */
export interface Path {
  readonly endpoint: string
  readonly format: string
  readonly channel: string
  readonly upstream: string
  readonly durations: Latencies
  /** Of streams alone. */
  readonly firstBytes: Latencies
  readonly models: Map<string, Tally>
}

/** Those of one model, by the name under which the configuration offers it. */
export interface Tally {
  readonly model: string
  /** By class of status (0 to 5) times three, and outcome. */
  readonly requests: number[]
  readonly tokens: Record<keyof UsageTokens, number>
  /** Millionths of the price table's currency. */
  costMicros: number
}

export const outcomes = ['ok', 'failed', 'cancelled'] as const
