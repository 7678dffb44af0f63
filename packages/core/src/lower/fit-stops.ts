/** Limits of an upstream for stop sequences. */
export interface StopRules {
  readonly most: number
  /** Longest sequence, in bytes of UTF-8. Absent: any length. */
  readonly bytes?: number | undefined
}

/** Stop sequences that the upstream takes; `all`: the upstream takes every one. The response is cut at the others (`Reversals.stops`). */
export function fitStops(
  stops: readonly string[],
  { most, bytes }: StopRules,
): { readonly sent: readonly string[]; readonly all: boolean } {
  const short = bytes === undefined ? stops : stops.filter((stop) => bytesOf(stop) <= bytes)
  const sent = short.length > most ? short.slice(0, most) : short
  return { sent, all: sent.length === stops.length }
}

/** Bytes in UTF-8. */
function bytesOf(text: string): number {
  let bytes = 0
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes
}
