const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

const sextets: readonly number[] = (() => {
  const table: number[] = Array.from({ length: 128 }, () => -1)
  for (let value = 0; value < letters.length; value++) table[letters.charCodeAt(value)] = value
  // The base64url alphabet.
  table[45] = 62
  table[95] = 63
  return table
})()

/** A byte of base64 data, read without decoding the rest. -1 behind the end, and for text that is no base64 or has line breaks. */
export function byteAt(base64: string, index: number): number {
  const first = Math.floor(index / 3) * 4 + (index % 3)
  const high = sextets[base64.charCodeAt(first)] ?? -1
  const low = sextets[base64.charCodeAt(first + 1)] ?? -1
  if (high < 0 || low < 0) return -1
  switch (index % 3) {
    case 0:
      return (high << 2) | (low >> 4)
    case 1:
      return ((high & 15) << 4) | (low >> 2)
    default:
      return ((high & 3) << 6) | low
  }
}
