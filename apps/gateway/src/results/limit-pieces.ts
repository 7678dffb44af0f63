import type { Pieces } from './storage.ts'
import { ResultsError } from './results-error.ts'

/** The same pieces, until they are more bytes than `limit`. */
export async function* limitPieces(pieces: Pieces, limit: number): AsyncGenerator<Uint8Array, void, undefined> {
  let size = 0
  for await (const piece of pieces) {
    size += piece.byteLength
    if (size > limit) throw new ResultsError('too-large', `a result is larger than ${limit} bytes`)
    yield piece
  }
}
