import type { ApiKey } from '../keys/api-key.ts'

/** What a request of a key with a budget or a rate of tokens holds of these until it is known what it took. */
export interface Allowance {
  readonly key: ApiKey
  readonly tokensPerMinute?: number | undefined
  /** Milliseconds since the epoch when the request came: it is paid in that period, as its record is. */
  readonly at: number
  /** Absent: nothing was reserved yet. */
  reserved?: { readonly tokens: number; readonly micros: number }
  /** It has been told what it took, or that it took nothing. */
  settled: boolean
}
