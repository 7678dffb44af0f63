/** Record of one request and its cost: no content, no credentials. */
export interface UsageRecord {
  /** Id that the gateway gave the request. */
  readonly id: string
  /** Arrival in milliseconds since the epoch. */
  readonly at: number
  readonly key: string
  /** Operation: `generate`, `count`, … */
  readonly operation: string
  /** Model as the caller named it. */
  readonly model: string
  /** Format or dialect of the caller. */
  readonly format: string
  /** Channel of the last attempt. Absent if no upstream was called. */
  readonly channel?: string
  readonly upstreamModel?: string
  readonly stream: boolean
  /** Status of HTTP; 499 if the caller left before any answer. */
  readonly status: number
  /** Outcome: `ok`, `cancelled`, `interrupted` (the gateway was killed), or the code of the failure. */
  readonly outcome: string
  /** Number of calls to upstreams. */
  readonly attempts: number
  /** Tokens by canonical bucket. Absent is unknown, never 0. */
  readonly tokens: UsageTokens
  /** Number of images that were made; absent for other operations. */
  readonly images?: number
  /** True if the upstream told no usage, or only a part, so that the tokens are estimated. */
  readonly estimated: boolean
  /** Cost in millionths of the price table's currency; absent if the table has no price for the model. */
  readonly costMicros?: number
  /** Part of the cost that attempts caused whose answers were thrown away. Absent: none of them told a usage that has a price. */
  readonly failedMicros?: number
  /** True if an attempt whose answer was thrown away told a usage that has no price, so that the cost leaves it out. */
  readonly failedUnpriced?: true
  /** Milliseconds until the end of the answer, and until its first byte. */
  readonly millis: number
  readonly firstByteMillis?: number
  /** Codes of losses, each once. */
  readonly notices: readonly string[]
  /** Name and version of the client's program, as far as its user agent tells: `claude-code 2.1.330`. */
  readonly client?: string
  /** Attempts and losses one by one. Absent for a request whose only attempt went well, without losses. */
  readonly details?: RequestDetails
}

/** Course of a request: no content, no credentials. */
export interface RequestDetails {
  readonly attempts?: readonly AttemptDetail[]
  readonly notices?: readonly NoticeDetail[]
  /** Id that the upstream gave the request. */
  readonly upstreamId?: string
  /** Message of the error that the client got, without texts that it quotes. Absent: it got none. */
  readonly errorMessage?: string
}

export interface AttemptDetail {
  readonly channel: string
  readonly model: string
  /** Milliseconds from the arrival of the request to the beginning of the attempt, and to its end. */
  readonly from: number
  readonly to: number
  /** Milliseconds from the arrival to the head of the upstream's answer. */
  readonly head?: number
  readonly status?: number
  /** `ok`, or the code of the failure. */
  readonly outcome: string
  /** Message of the upstream about its failure, without credentials and texts that it quotes. Absent: it gave none. */
  readonly message?: string
  /** Tokens that the upstream told although the attempt failed, and their cost. Absent: it told none, or they have no price. */
  readonly tokens?: UsageTokens
  readonly costMicros?: number
}

export interface NoticeDetail {
  readonly code: string
  readonly kind: string
  /** Place in the client's document. */
  readonly path: string
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
