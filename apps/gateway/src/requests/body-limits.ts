/** How much of a kind a request may hold. */
export interface BodyLimits {
  /** Nesting of its JSON. */
  readonly depth: number
  /** Members and items of its JSON. */
  readonly values: number
  readonly tools: number
  /** Messages, or items of a conversation. */
  readonly turns: number
  /** Parts and calls of all turns together. */
  readonly parts: number
}

/**
 * What is left to itself is translated in less than a second: a translation costs some microseconds for a value, 20 to 100 for a part, a turn
 * or a tool.
 */
export const defaultBodyLimits: BodyLimits = { depth: 200, values: 200_000, tools: 5_000, turns: 10_000, parts: 20_000 }
