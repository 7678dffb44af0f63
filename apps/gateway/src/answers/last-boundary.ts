const lf = 10
const cr = 13

/** How much of `chunk` belongs to events that are whole, that is up to its last blank line; `before` is what came right before it. */
export function lastBoundary(before: Buffer | undefined, chunk: Buffer): number {
  const at = (index: number): number | undefined => (index >= 0 ? chunk[index] : before?.[before.length + index])
  for (let index = chunk.length - 1; index >= 0; index--) {
    const byte = chunk[index]
    if (byte !== lf && byte !== cr) continue
    const previous = at(index - 1)
    if (byte === previous) return index + 1
    // CR LF after a line break is a blank line; CR LF after text is only the end of its line.
    if (byte === lf && previous === cr && (at(index - 2) === lf || at(index - 2) === cr)) return index + 1
  }
  return 0
}
