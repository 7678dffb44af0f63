/** Sum of a group, as `GET /admin/api/usage` lists it, the highest cost first. */
export interface UsageRow {
  /** Id of a key, name of a model, channel, client or format, or a day or hour; empty where requests had none. */
  readonly group: string
  /** Name of the key; absent for other groups. */
  readonly name?: string
  readonly requests: number
  readonly failed: number
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
  readonly costMicros: number
  /** Number of requests that used something whose price is not known; the cost leaves them out. */
  readonly unpriced: number
}

/** Losses of one kind, as `GET /admin/api/notices` lists them, the most frequent first. */
export interface NoticeRow {
  readonly code: string
  readonly requests: number
  /** Share of all requests of the period, 0 to 1. */
  readonly share: number
  /** Ways on which it happened most. */
  readonly top: readonly { readonly client: string; readonly format: string; readonly channel: string; readonly requests: number }[]
}
