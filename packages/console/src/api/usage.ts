/** Sum of a group, as `GET /admin/api/usage` lists it, the highest cost first. */
export interface UsageRow {
  /** Id of a key, name of a model, channel, client or format, a pair of formats as `messages → chat`, or a day or hour; empty where requests had none. */
  readonly group: string
  /** Name of the key; absent for other groups. */
  readonly name?: string
  /** Value of the second group, and the name of its key. Absent: none was asked for. */
  readonly part?: string
  readonly partName?: string
  readonly requests: number
  readonly failed: number
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
  readonly costMicros: number
  /** Number of requests that used something whose price is not known; the cost leaves that out. */
  readonly unpriced: number
  /** Part of the cost that failed attempts caused, and the number of requests with one that used something whose price is not known. */
  readonly failedMicros: number
  readonly failedUnpriced: number
  /** Number of requests whose tokens are estimated, all or some of them, and their cost. */
  readonly estimated: number
  readonly estimatedMicros: number
}

/** Answer of `GET /admin/api/usage`. */
export interface UsageReport {
  readonly currency: string
  readonly rows: readonly UsageRow[]
  /** True if there are more groups than rows: the cheapest are left out. */
  readonly cut?: true
}

/** Times of a group, as `GET /admin/api/usage/times` lists them: percentiles in milliseconds, at most 3 % beside the true ones. */
export interface TimesRow {
  readonly group: string
  /** Name of the key; absent for other groups. */
  readonly name?: string
  /** Number of requests that went well. */
  readonly requests: number
  /** Time until the end of the answer. */
  readonly whole: Percentiles
  /** Time until the first byte. Absent: there was no stream. */
  readonly firstByte?: Percentiles
}

export interface Percentiles {
  readonly p50: number
  readonly p95: number
}

/** Answer of `GET /admin/api/usage/times`. */
export interface TimesReport {
  readonly rows: readonly TimesRow[]
}

/** Answer of `GET /admin/api/usage/caches`: what prompt caches saved by the prices in force, in millionths of the currency. */
export interface CacheReport {
  readonly currency: string
  /** Price of the cached tokens as fresh ones, less what they cost, and less what writing them cost beyond that. */
  readonly savedMicros: number
  /** Tokens that were read from caches, and those among them whose price is not known, so that the sum leaves them out. */
  readonly cacheRead: number
  readonly unpriced: number
}

/** Answer of `GET /admin/api/usage/shares`: parts of the usage that are told beside its sums. */
export interface ShareReport {
  readonly currency: string
  readonly requests: number
  /** Cost of all, in millionths of the currency. */
  readonly costMicros: number
  /** Number of requests whose tokens are estimated, since the upstream told none or not all, and their cost. */
  readonly estimated: number
  readonly estimatedMicros: number
  /**
   * Part of the cost that failed attempts caused, be it before a good one or in a request that failed, and the number of requests with a failed
   * attempt that used something whose price is not known.
   */
  readonly failedMicros: number
  readonly failedUnpriced: number
}

/** Losses of one kind, as `GET /admin/api/notices` lists them, the most frequent first. */
export interface NoticeRow {
  readonly code: string
  /** Kind and meaning. Absent: no format of this gateway gives it any more. */
  readonly kind?: 'dropped' | 'approximated' | 'synthesized' | 'repaired'
  readonly message?: string
  /** True if it is harmless: no policy refuses it, unless the configuration says so. */
  readonly benign?: boolean
  /** True if it is refused even where losses are only reported, unless the configuration says otherwise. */
  readonly severe?: boolean
  readonly requests: number
  /** Share of all requests of the period, 0 to 1. */
  readonly share: number
  /** Ways on which it happened most. */
  readonly top: readonly { readonly client: string; readonly format: string; readonly channel: string; readonly requests: number }[]
}

/** Requests of a client's program at a channel; those without a channel reached none. */
export interface LossWay {
  /** Name of the program, without its version; empty: not known. */
  readonly client: string
  readonly channel: string
  readonly requests: number
  /** Number of those that lost something that is not harmless. */
  readonly lost: number
}

/** Answer of `GET /admin/api/notices`. */
export interface NoticeReport {
  /** All requests of the period, with and without losses. */
  readonly requests: number
  readonly rows: readonly NoticeRow[]
  /** Ways with the most requests, at most 400. */
  readonly ways: readonly LossWay[]
}
