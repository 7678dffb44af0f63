/** Bytes of a side that are kept. */
export const mostBytes = 256 * 1024

/** First bytes that one side sent, with the times of their pieces. */
export interface CollectedBytes {
  /** Bytes on the wire. */
  readonly size: number
  readonly pieces: readonly { readonly at: number; readonly bytes: Buffer }[]
  /** Takes a piece, of which a copy is kept. `at`: milliseconds from the arrival of the request. */
  add(piece: Buffer | string, at: number): void
}

/** Creates a collector of at most `mostBytes`. */
export function collectBytes(): CollectedBytes {
  const pieces: { readonly at: number; readonly bytes: Buffer }[] = []
  let size = 0
  let kept = 0
  return {
    get size() {
      return size
    },
    pieces,
    add(piece, at) {
      const length = typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length
      size += length
      if (length === 0 || kept >= mostBytes) return
      // Copied, since a view would hold the whole piece.
      const whole = Buffer.from(piece as Buffer) // a string is taken as well
      const bytes = whole.length > mostBytes - kept ? Buffer.from(whole.subarray(0, mostBytes - kept)) : whole
      kept += bytes.length
      pieces.push({ at, bytes })
    },
  }
}
