const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

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
  const words = [mix(a ^ (c >>> 18)), mix(b ^ (d >>> 22)), mix(c ^ (a >>> 17)), mix(d ^ (b >>> 19))]
  let digits = ''
  for (const word of words) for (let shift = 0; shift < 30; shift += 5) digits += alphabet.charAt((word >>> shift) & 31)
  return prefix.slice(0, 40 - digits.length) + digits
}

function mix(word: number): number {
  let x = word
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return (x ^ (x >>> 16)) >>> 0
}
