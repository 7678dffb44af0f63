/** Escapes `text` as one segment of a path. Half a surrogate pair cannot be escaped, and becomes U+FFFD instead of an error. */
export function pathSegment(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

/** Decodes a segment of a path once; a segment with an invalid escape is returned as it is. */
export function readSegment(piece: string): string {
  if (!piece.includes('%')) return piece
  try {
    return decodeURIComponent(piece)
  } catch {
    return piece
  }
}
