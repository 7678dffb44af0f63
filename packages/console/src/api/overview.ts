/** Answer of `GET /admin/api/overview`, and data of the event `overview`. */
export interface Overview {
  /** True if requests can be served. */
  readonly ready: boolean
  /** Reasons of `/readyz`; empty if there are none. */
  readonly reasons: readonly string[]
  readonly version: string
  readonly startedAt: string
  /** True if the scripted provider's models are served. */
  readonly demo: boolean
  readonly store: 'sqlite' | 'postgres'
  readonly recording: boolean
  readonly currency: string
  readonly last15: Last15
  readonly costTodayMicros: number
  /** Number of today's requests whose price is not known; the cost leaves them out. */
  readonly unpricedToday: number
  readonly channels: readonly ChannelOverview[]
  readonly steps: readonly FirstStep[]
  readonly lately: readonly RequestRow[]
}

/** Sums of the last 15 minutes. Absent numbers are unknown. */
export interface Last15 {
  readonly requests: number
  readonly errors: number
  /** Milliseconds to the first byte of an answer. */
  readonly firstByte: { readonly p50?: number; readonly p95?: number }
  /** Share of the input that came from caches, 0 to 1. */
  readonly cacheShare?: number
  readonly costMicros: number
  /** Sums of each minute, the oldest first. */
  readonly series: readonly { readonly at: string; readonly requests: number; readonly errors: number; readonly costMicros: number }[]
}

export interface ChannelHealth {
  readonly name: string
  readonly format: string
  readonly state: 'closed' | 'open' | 'half-open'
  /** Milliseconds until it may be called again; 0: now. */
  readonly openForMs: number
  /** Reason of a state that is not closed; `pause`: an operator's order. */
  readonly cause?: 'failures' | 'credentials' | 'pause'
  /** Numbers of running and waiting calls; of running requests, where the channel has no limit of calls and so none wait. */
  readonly running?: number
  readonly waiting?: number
}

/** Channel with what it did in the last 15 minutes. */
export interface ChannelOverview extends ChannelHealth {
  readonly requests: number
  readonly failed: number
  /** Milliseconds to the first byte of half of the answers, or to the end of documents, among the newest requests. Absent: there were none. */
  readonly p50?: number
  /** Message of its last failure, without texts that it quotes, while it is left alone for failures or refused credentials. */
  readonly lastFailure?: string
}

/** Step that a new operator takes; the list is hidden once all are done. */
export interface FirstStep {
  readonly id: 'running' | 'key' | 'request' | 'agent'
  readonly done: boolean
}

/** Request in a list. */
export interface RequestRow {
  readonly id: string
  readonly at: string
  readonly key: { readonly id: string; readonly name?: string }
  /** Family and version of the client, as far as its user agent tells: `claude-code 2.1`. */
  readonly client?: string
  readonly operation: string
  readonly model: string
  readonly format: string
  readonly channel?: string
  readonly upstreamModel?: string
  readonly stream: boolean
  /** Absent while it runs. */
  readonly status?: number
  readonly outcome?: string
  readonly attempts: number
  readonly tokens: {
    readonly input?: number
    readonly fresh?: number
    readonly cacheRead?: number
    readonly cacheWrite?: number
    readonly output?: number
    readonly reasoning?: number
  }
  readonly estimated: boolean
  /** Part of the cost that attempts caused whose answers were thrown away. Absent: none told a usage that has a price. */
  readonly failedMicros?: number
  /** True if such an attempt told a usage that has no price, so that the cost leaves it out. */
  readonly failedUnpriced?: true
  readonly costMicros?: number
  readonly millis?: number
  readonly firstByteMillis?: number
  /** Codes of losses, each once. */
  readonly notices: readonly string[]
}
