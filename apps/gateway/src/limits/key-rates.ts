/** What is left of a key's rates, as a request found them. Absent: the key has no such limit. */
export interface KeyRates {
  readonly requests?: RateState
  readonly tokens?: RateState
}

export interface RateState {
  readonly limit: number
  readonly remaining: number
  /** Milliseconds until all of it is there again. */
  readonly resetMs: number
}
