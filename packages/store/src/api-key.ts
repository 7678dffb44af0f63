/** Issued key as it is stored, without the secret. */
export interface ApiKey {
  /** Id, `key_…`, which owns all that its callers store. */
  readonly id: string
  readonly name: string
  /** SHA-256 of the secret, in hexadecimal. */
  readonly hash: string
  /** First and last characters of the secret, by which people recognize it. */
  readonly hint: string
  /** Secret before the present one, where it still stands for the key or did until lately. Absent: there is none. */
  readonly previous?: PreviousSecret
  /** Model ids or globs that the key may use. Absent: all. */
  readonly models?: readonly string[]
  readonly limits?: KeyLimits
  readonly budget?: Budget
  /** True if the key may read usage records and administer other keys. */
  readonly admin: boolean
  /** True if the key may look at numbers in the console, and do nothing else. Absent: it may not. */
  readonly viewer?: true
  /** Creation in milliseconds since the epoch, like all times here. */
  readonly createdAt: number
  readonly expiresAt?: number
  readonly revokedAt?: number
}

/** Secret that a rotation replaced, which stands for its key until a time in milliseconds since the epoch. */
export interface PreviousSecret {
  readonly hash: string
  readonly hint: string
  readonly until: number
}

/** Limits of a key; an absent one falls back to the gateway's default. */
export interface KeyLimits {
  readonly requestsPerMinute?: number
  /** Input and output tokens together, counted as they become known. */
  readonly tokensPerMinute?: number
  readonly concurrentStreams?: number
}

/** Largest cost of a key in a calendar period of UTC. */
export interface Budget {
  /** Cost in millionths of the price table's currency. */
  readonly micros: number
  readonly period: 'day' | 'month' | 'total'
}
