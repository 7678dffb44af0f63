/** A key that was issued, as it is kept: never the secret itself. */
export interface ApiKey {
  /** `key_…`: the owner of whatever its callers store. */
  readonly id: string
  readonly name: string
  /** SHA-256 of the secret, in hexadecimal. */
  readonly hash: string
  /** The first and last characters of the secret, by which people know it again. */
  readonly hint: string
  /** Model ids or globs that the key may use; absent: all. */
  readonly models?: readonly string[]
  readonly limits?: KeyLimits
  readonly budget?: Budget
  /** May ask for usage records and other keys' affairs. */
  readonly admin: boolean
  /** Milliseconds since the epoch, as all times here. */
  readonly createdAt: number
  readonly expiresAt?: number
  readonly revokedAt?: number
}

/** Absent: no such limit for this key. */
export interface KeyLimits {
  readonly requestsPerMinute?: number
  /** Input and output tokens together, as they become known. */
  readonly tokensPerMinute?: number
  readonly concurrentStreams?: number
}

/** What a key may cost in a calendar period of UTC. */
export interface Budget {
  /** Millionths of the currency of the price table. */
  readonly micros: number
  readonly period: 'day' | 'month' | 'total'
}
