/** `text` as one segment of a path. Half a character cannot be escaped: it is what cannot be read, and no error. */
export function pathSegment(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
