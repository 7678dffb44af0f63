/** Chunks of a stream as they come in reads, with `sizes` events in each, repeated. */
export function readsOf(events: readonly string[], sizes: readonly number[]): readonly string[] {
  const chunks: string[] = []
  for (let start = 0, turn = 0; start < events.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1
    // Goes through a buffer, as from a socket: a joined string would be a rope that the first reader has to flatten.
    chunks.push(Buffer.from(events.slice(start, start + size).join('')).toString())
    start += size
  }
  return chunks
}
