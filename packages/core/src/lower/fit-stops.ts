/** How many stop sequences an upstream takes, and how long one may be. */
export interface StopRules {
  readonly most: number
  /** In bytes of UTF-8. */
  readonly bytes?: number | undefined
}

/** The stop sequences that the upstream can be told; `all`: there are no others. What it is not told is cut out of the answer (`Reversals.stops`). */
export function fitStops(
  stops: readonly string[],
  { most, bytes }: StopRules,
): { readonly sent: readonly string[]; readonly all: boolean } {
  const short = bytes === undefined ? stops : stops.filter((stop) => bytesOf(stop) <= bytes)
  const sent = short.length > most ? short.slice(0, most) : short
  return { sent, all: sent.length === stops.length }
}

/** In UTF-8. */
function bytesOf(text: string): number {
  let bytes = 0
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes
}
