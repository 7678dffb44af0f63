const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const values = new Map([...alphabet].map((letter, value) => [letter, value] as const))

/** The first bytes of a base64 text. */
export function bytesOf(base64: string, most: number): Uint8Array {
  const bytes: number[] = []
  let bits = 0
  let held = 0
  for (const letter of base64.slice(0, Math.ceil((most * 4) / 3) + 4)) {
    const value = values.get(letter === '-' ? '+' : letter === '_' ? '/' : letter)
    if (value === undefined) continue
    bits = ((bits << 6) | value) & 0xff_ff
    held += 6
    if (held < 8) continue
    held -= 8
    bytes.push((bits >> held) & 0xff)
  }
  return Uint8Array.from(bytes.slice(0, most))
}
