/** Estimated usage of a request. */
export interface Expected {
  /** Tokens of the input, and of the output. */
  readonly input: number
  readonly output: number
  readonly images?: number
  readonly videos?: number
}

/** Output tokens that a request reserves. */
export interface OutputReserve {
  /** Number for a request that names no maximum. */
  readonly output: number
  /** Largest number for a request that names one. */
  readonly maxOutput: number
}

export const defaultReserve: OutputReserve = { output: 1024, maxOutput: 8192 }
