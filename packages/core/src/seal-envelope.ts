import type { Seal } from './part.ts'

/** `IL` and the version: its base64 always begins `SUwB`. */
const magic = [0x49, 0x4c, 0x01]
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/**
 * A seal of one format as an opaque base64 text, to ride in a slot of another format that comes back unchanged.
 * Layout: `49 4C 01`, then format, vendor, model and attachTo (each a length byte and UTF-8, empty where absent), then the data as UTF-8.
 * Not a security boundary. docs/decisions/002-seal-envelope.md
 */
export function wrapSeal(seal: Seal): string {
  const bytes: number[] = [...magic]
  for (const label of [seal.format, seal.vendor ?? '', seal.model ?? '', seal.attachTo ?? '']) {
    const utf8 = cutUtf8(toUtf8(label), 255)
    bytes.push(utf8.length, ...utf8)
  }
  return toBase64(String.fromCharCode(...bytes) + toBinary(seal.data))
}

/** The seal in an envelope, or `undefined` where `text` is not one: then it is the format's own. */
export function unwrapSeal(text: string): Seal | undefined {
  if (!text.startsWith('SUwB')) return undefined
  const bytes = fromBase64(text)
  if (bytes === undefined) return undefined
  let position = magic.length
  const labels: string[] = []
  for (let i = 0; i < 4; i++) {
    const length = bytes[position]
    if (length === undefined || position + 1 + length > bytes.length) return undefined
    labels.push(fromUtf8(bytes.slice(position + 1, position + 1 + length)))
    position += 1 + length
  }
  const [format, vendor, model, attachTo] = labels
  if (!format) return undefined
  const data = fromUtf8(bytes.slice(position))
  return { format, ...(vendor && { vendor }), ...(model && { model }), data, ...(attachTo && { attachTo }) }
}

// TextEncoder and btoa belong to platforms, not to the language; core runs without a platform.
function toUtf8(text: string): number[] {
  const bytes: number[] = []
  for (const character of text.isWellFormed() ? text : text.toWellFormed()) {
    const point = character.codePointAt(0) ?? 0
    if (point < 0x80) bytes.push(point)
    else if (point < 0x800) bytes.push(0xc0 | (point >> 6), 0x80 | (point & 63))
    else if (point < 0x10000) bytes.push(0xe0 | (point >> 12), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63))
    else bytes.push(0xf0 | (point >> 18), 0x80 | ((point >> 12) & 63), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63))
  }
  return bytes
}

/** At most `length` bytes, and no piece of a character at the end. */
function cutUtf8(bytes: readonly number[], length: number): readonly number[] {
  let end = Math.min(bytes.length, length)
  while (end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return bytes.slice(0, end)
}

function fromUtf8(bytes: readonly number[]): string {
  let escaped = ''
  for (const byte of bytes) escaped += byte < 0x80 && byte !== 0x25 ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, '0')}`
  try {
    return decodeURIComponent(escaped)
  } catch {
    return ''
  }
}

/** UTF-8 as a text of one character a byte. The data may be a whole thought, which mostly has no other characters. */
function toBinary(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text
  let binary = ''
  for (const byte of toUtf8(text)) binary += String.fromCharCode(byte)
  return binary
}

/** Twelve bits are two digits. */
const pairs: readonly string[] = Array.from({ length: 4096 }, (_, bits) => digits.charAt(bits >> 6) + digits.charAt(bits & 63))

function toBase64(binary: string): string {
  let text = ''
  const whole = binary.length - (binary.length % 3)
  for (let i = 0; i < whole; i += 3) {
    const word = (binary.charCodeAt(i) << 16) | (binary.charCodeAt(i + 1) << 8) | binary.charCodeAt(i + 2)
    text += (pairs[word >> 12] ?? '') + (pairs[word & 4095] ?? '')
  }
  if (whole === binary.length) return text
  const [first, second] = [binary.charCodeAt(whole), binary.length - whole === 2 ? binary.charCodeAt(whole + 1) : undefined]
  const word = (first << 16) | ((second ?? 0) << 8)
  return `${text}${pairs[word >> 12] ?? ''}${second === undefined ? '=' : digits.charAt((word >> 6) & 63)}=`
}

function fromBase64(text: string): number[] | undefined {
  const bytes: number[] = []
  let word = 0
  let bits = 0
  for (const character of text.replace(/=+$/, '')) {
    const value = digits.indexOf(character)
    if (value === -1) return undefined
    word = ((word << 6) | value) & 0xffff
    bits += 6
    if (bits >= 8) {
      bits -= 8
      bytes.push((word >> bits) & 0xff)
    }
  }
  return bytes
}
