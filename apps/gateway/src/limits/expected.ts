/** What a request may take, by estimate. */
export interface Expected {
  /** Tokens. */
  readonly input: number
  readonly output: number
  readonly images?: number
  readonly videos?: number
}

/** How many output tokens are reserved for a request. */
export interface OutputReserve {
  /** For one that names no maximum. */
  readonly output: number
  /** The most for one that does. */
  readonly maxOutput: number
}

export const defaultReserve: OutputReserve = { output: 1024, maxOutput: 8192 }
