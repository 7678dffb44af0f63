/** What one request was and what it cost: no content, no credentials. */
export interface UsageRecord {
  /** The request id that the caller was told. */
  readonly id: string
  /** When the request came, in milliseconds since the epoch. */
  readonly at: number
  readonly key: string
  /** What was asked for: `generate`, `count`, … */
  readonly operation: string
  /** As the caller named it. */
  readonly model: string
  /** The format that the caller spoke. */
  readonly format: string
  /** Absent where no upstream was asked. */
  readonly channel?: string
  readonly upstreamModel?: string
  readonly stream: boolean
  /** As HTTP said it; 499 where the caller left before. */
  readonly status: number
  /** `ok`, `cancelled`, `interrupted` (its gateway was killed), or the code of the failure. */
  readonly outcome: string
  /** Calls of upstreams that it took. */
  readonly attempts: number
  /** Tokens by canonical bucket. Absent is unknown, never 0. */
  readonly tokens: UsageTokens
  /** Images that were made, where that is what was asked for. */
  readonly images?: number
  /** True: the upstream told no usage, or not all; what stands here is a guess. */
  readonly estimated: boolean
  /** Millionths of the price table's currency; absent where the table has no price for the model. */
  readonly costMicros?: number
  /** Milliseconds until the answer was through, and until its first byte. */
  readonly millis: number
  readonly firstByteMillis?: number
  /** Codes of what was dropped or approximated, each once. */
  readonly notices: readonly string[]
}

export interface UsageTokens {
  readonly input?: number
  readonly fresh?: number
  readonly cacheRead?: number
  readonly cacheWrite?: number
  readonly toolUse?: number
  readonly output?: number
  readonly reasoning?: number
}
