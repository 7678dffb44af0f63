/** Character codes of the letters that ids consist of. */
const alphabet = Uint8Array.from('abcdefghijklmnopqrstuvwxyz234567', (letter) => letter.charCodeAt(0))
const digitCount = 24

type Seed = readonly (string | number)[]

/**
 * An id that depends on `prefix` and `seed` alone: mirrored requests get identical ids, with no state and no randomness.
 * `[A-Za-z0-9_-]`, at most 40 characters. Not a cryptographic hash.
 */
export function deriveId(prefix: string, ...seed: Seed): string {
  return idOf(prefix, readText(JSON.stringify(seed), start))
}

/** `deriveId` for many ids whose seeds begin alike: `beginning` is read once. */
export function createIdDeriver(...beginning: readonly [string | number, ...Seed]): (prefix: string, last: string | number) => string {
  const begun = readText(`${JSON.stringify(beginning).slice(0, -1)},`, start)
  return (prefix, last) => idOf(prefix, readText(`${Number.isSafeInteger(last) ? last : JSON.stringify(last)}]`, begun))
}

/** Signed words of 32 bits. */
interface Words {
  readonly a: number
  readonly b: number
  readonly c: number
  readonly d: number
}

const start: Words = { a: 0x9e3779b9 | 0, b: 0x243f6a88, c: 0xb7e15162 | 0, d: 0xdeadbeef | 0 }

/** `text` is JSON, which is unambiguous: `['a', 'b']` and `['ab']` differ. */
function readText(text: string, before: Words): Words {
  let { a, b, c, d } = before
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    a = b ^ Math.imul(a ^ unit, 597399067)
    b = c ^ Math.imul(b ^ unit, 2869860233)
    c = d ^ Math.imul(c ^ unit, 951274213)
    d = a ^ Math.imul(d ^ unit, 2716044179)
  }
  return { a, b, c, d }
}

function idOf(prefix: string, { a, b, c, d }: Words): string {
  const first = encode(mix(a ^ (c >>> 18))) + encode(mix(b ^ (d >>> 22)))
  const second = encode(mix(c ^ (a >>> 17))) + encode(mix(d ^ (b >>> 19)))
  return prefix.slice(0, 40 - digitCount) + first + second
}

/** Six digits at once, since each response derives ids: one digit at a time would allocate six strings. */
function encode(word: number): string {
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
