import type { Pieces } from './storage.ts'

/** Pieces of any size as parts of exactly `size` bytes, the last of which may be shorter; no more than one part is held. */
export async function* takeParts(pieces: Pieces, size: number): AsyncGenerator<Buffer, void, undefined> {
  let part = Buffer.allocUnsafe(size)
  let filled = 0
  for await (const piece of pieces) {
    for (let from = 0; from < piece.byteLength;) {
      const taken = Math.min(size - filled, piece.byteLength - from)
      part.set(piece.subarray(from, from + taken), filled)
      filled += taken
      from += taken
      if (filled < size) continue
      yield part
      // The one before may still be on its way.
      part = Buffer.allocUnsafe(size)
      filled = 0
    }
  }
  if (filled > 0) yield part.subarray(0, filled)
}
