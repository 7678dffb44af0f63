import type { Seal } from './part.ts'

/** `IL` and the version: its base64 always begins `SUwB`. */
const magic = 'IL\u0001'

/**
 * Wraps a seal of one format as opaque base64 text, for a slot of another format that comes back unchanged; not a security boundary.
 * Layout: `49 4C 01`, then format, vendor, model and attachTo (each a length byte and UTF-8, empty where absent), then the data as UTF-8.
 * docs/decisions/002-seal-envelope.md
 */
export function wrapSeal(seal: Seal): string {
  let head = magic
  for (const label of [seal.format, seal.vendor ?? '', seal.model ?? '', seal.attachTo ?? '']) {
    const utf8 = cutUtf8(toUtf8(label), 255)
    head += String.fromCharCode(utf8.length) + utf8
  }
  return toBase64(head + toUtf8(seal.data))
}

/** Unwraps the seal in an envelope; `undefined` if `text` is none, but data of the slot's own format. */
export function unwrapSeal(text: string): Seal | undefined {
  if (!text.startsWith('SUwB')) return undefined
  const bytes = fromBase64(text)
  if (bytes === undefined) return undefined
  let position = magic.length
  const labels: string[] = []
  for (let i = 0; i < 4; i++) {
    if (position >= bytes.length) return undefined
    const end = position + 1 + bytes.charCodeAt(position)
    if (end > bytes.length) return undefined
    labels.push(fromUtf8(bytes.slice(position + 1, end)))
    position = end
  }
  const [format, vendor, model, attachTo] = labels
  if (!format) return undefined
  const data = fromUtf8(bytes.slice(position))
  return { format, ...(vendor && { vendor }), ...(model && { model }), data, ...(attachTo && { attachTo }) }
}

// TextEncoder, btoa and atob belong to platforms; core runs without one, and uses the last two where they are. Bytes are texts of one
// character a byte, which engines slice and join quickly: the data may be a whole thought.

declare const btoa: ((bytes: string) => string) | undefined
declare const atob: ((text: string) => string) | undefined

const encodeBytes = typeof btoa === 'undefined' ? undefined : btoa
const decodeBytes = typeof atob === 'undefined' ? undefined : atob

function toUtf8(text: string): string {
  return text.replace(/[^\0-\x7f]+/g, encodeRun)
}

function encodeRun(run: string): string {
  const bytes: number[] = []
  for (const character of run.toWellFormed()) {
    const point = character.codePointAt(0) ?? 0
    if (point < 0x800) bytes.push(0xc0 | (point >> 6), 0x80 | (point & 63))
    else if (point < 0x10000) bytes.push(0xe0 | (point >> 12), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63))
    else bytes.push(0xf0 | (point >> 18), 0x80 | ((point >> 12) & 63), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63))
  }
  return textOf(bytes)
}

/** Cuts to at most `length` bytes, without a piece of a character at the end. */
function cutUtf8(bytes: string, length: number): string {
  let end = Math.min(bytes.length, length)
  while (end < bytes.length && (bytes.charCodeAt(end) & 0xc0) === 0x80) end--
  return bytes.slice(0, end)
}

function fromUtf8(bytes: string): string {
  if (/^[\0-\x7f]*$/.test(bytes)) return bytes
  try {
    return decodeURIComponent(bytes.replace(/[%\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`))
  } catch {
    return ''
  }
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
/** Two digits for each value of twelve bits. */
const pairs: readonly string[] = Array.from({ length: 4096 }, (_, bits) => digits.charAt(bits >> 6) + digits.charAt(bits & 63))
/** Values of the digits by their character codes. */
const values: readonly number[] = Array.from({ length: 128 }, (_, code) => digits.indexOf(String.fromCharCode(code)))

function toBase64(bytes: string): string {
  if (encodeBytes) return encodeBytes(bytes)
  let text = ''
  const whole = bytes.length - (bytes.length % 3)
  for (let i = 0; i < whole; i += 3) {
    const word = (bytes.charCodeAt(i) << 16) | (bytes.charCodeAt(i + 1) << 8) | bytes.charCodeAt(i + 2)
    text += (pairs[word >> 12] ?? '') + (pairs[word & 4095] ?? '')
  }
  if (whole === bytes.length) return text
  // A code behind the end is NaN, which counts as no bits.
  const word = (bytes.charCodeAt(whole) << 16) | (bytes.charCodeAt(whole + 1) << 8)
  return `${text}${pairs[word >> 12] ?? ''}${bytes.length - whole === 1 ? '=' : digits.charAt((word >> 6) & 63)}=`
}

function fromBase64(text: string): string | undefined {
  let { length } = text
  while (text[length - 1] === '=') length--
  // The platform's function skips white space and refuses one digit too many; both get the same answer as without it.
  if (decodeBytes && length % 4 !== 1) return /[^A-Za-z0-9+/]/.test(text.slice(0, length)) ? undefined : decodeBytes(text.slice(0, length))
  const bytes: number[] = []
  let word = 0
  let bits = 0
  for (let i = 0; i < length; i++) {
    const value = values[text.charCodeAt(i)] ?? -1
    if (value === -1) return undefined
    word = ((word << 6) | value) & 0xffff
    bits += 6
    if (bits >= 8) {
      bits -= 8
      bytes.push((word >> bits) & 0xff)
    }
  }
  return textOf(bytes)
}

/** Arguments of one call, of which engines take some ten thousand. */
const most = 4096

function textOf(characterCodes: readonly number[]): string {
  if (characterCodes.length <= most) return String.fromCharCode(...characterCodes)
  let text = ''
  for (let i = 0; i < characterCodes.length; i += most) text += String.fromCharCode(...characterCodes.slice(i, i + most))
  return text
}
