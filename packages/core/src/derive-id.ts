/** What an id is spelled with, as character codes. */
const alphabet = Uint8Array.from('abcdefghijklmnopqrstuvwxyz234567', (letter) => letter.charCodeAt(0))
const digitCount = 24

/**
 * An id that depends on `prefix` and `seed` alone: mirrored requests get identical ids, with no state and no randomness.
 * `[A-Za-z0-9_-]`, at most 40 characters. Not a cryptographic hash.
 */
export function deriveId(prefix: string, ...seed: readonly (string | number)[]): string {
  let a = 0x9e3779b9
  let b = 0x243f6a88
  let c = 0xb7e15162
  let d = 0xdeadbeef
  const text = JSON.stringify(seed) // unambiguous: ['a', 'b'] and ['ab'] differ
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    a = b ^ Math.imul(a ^ unit, 597399067)
    b = c ^ Math.imul(b ^ unit, 2869860233)
    c = d ^ Math.imul(c ^ unit, 951274213)
    d = a ^ Math.imul(d ^ unit, 2716044179)
  }
  const digits = spell(mix(a ^ (c >>> 18))) + spell(mix(b ^ (d >>> 22))) + spell(mix(c ^ (a >>> 17))) + spell(mix(d ^ (b >>> 19)))
  return prefix.slice(0, 40 - digitCount) + digits
}

/** Six digits at once: one after the other they would be six strings, on the way of every answer. */
function spell(word: number): string {
  return String.fromCharCode(digit(word), digit(word >>> 5), digit(word >>> 10), digit(word >>> 15), digit(word >>> 20), digit(word >>> 25))
}

function digit(word: number): number {
  return alphabet[word & 31] ?? 0
}

function mix(word: number): number {
  let x = word
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return (x ^ (x >>> 16)) >>> 0
}
