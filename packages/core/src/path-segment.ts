/** `text` as one segment of a path. Half a character cannot be escaped: it is what cannot be read, and no error. */
export function pathSegment(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

/** The text that a piece of a path stands for: escapes are decoded once, and a piece with one that is none stays as it is. */
export function readSegment(piece: string): string {
  if (!piece.includes('%')) return piece
  try {
    return decodeURIComponent(piece)
  } catch {
    return piece
  }
}
