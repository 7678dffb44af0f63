/** Caps on memory that a caller or an upstream can make the library hold. */
export interface Limits {
  /** Nesting of a JSON document. */
  readonly depth: number
  /** Values (objects, arrays, leaves) in a JSON document. */
  readonly nodes: number
  /** Parts in one answer. */
  readonly parts: number
  /** Candidates in one answer. */
  readonly candidates: number
  /** Bytes (UTF-16 units) that a stream encoder may hold back. */
  readonly bufferedBytes: number
  /** Bytes (UTF-16 units) of one stream event. */
  readonly eventBytes: number
  /** Largest index that an upstream may name. */
  readonly arrayIndex: number
}

export const defaultLimits: Limits = {
  depth: 200,
  nodes: 2_000_000,
  parts: 10_000,
  candidates: 128,
  bufferedBytes: 64 * 1024 * 1024,
  eventBytes: 64 * 1024 * 1024,
  arrayIndex: 10_000,
}
