import type { Readable } from 'node:stream'

/** Bytes that come once, in pieces. */
export type Pieces = AsyncIterable<Uint8Array>

/**
 * Where results are. A name stands for the same bytes for ever, or for none: what is not wholly there is not there. All reject with a
 * `ResultsError` where the storage cannot be used; what the source of the bytes throws is thrown on.
 */
export interface ResultStorage {
  put(name: string, bytes: Buffer | Pieces, mime: string): Promise<void>
  /** `undefined`: there is none. */
  find(name: string): Promise<StoredResult | undefined>
  /** Deletes it, where it is there. */
  delete(name: string): Promise<void>
  /** Deletes what has expired by `now`, milliseconds since the epoch, and what was left half-written. Gives how many results that were. */
  sweep(now: number): Promise<number>
  /** Resolves where results can be kept now, as far as one can tell without keeping one. */
  ping(): Promise<void>
  close(): Promise<void>
}

export interface StoredResult {
  readonly size: number
  /** The bytes from `from` to `to`, both counting from 0 and both included; without a range all of them. */
  read(range?: ByteRange): Promise<Readable>
  /** For whoever does not read it. */
  release(): Promise<void>
}

export interface ByteRange {
  readonly from: number
  readonly to: number
}
