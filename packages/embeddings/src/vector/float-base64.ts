import { shortestFloat } from './shortest-float.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const padding = '='.charCodeAt(0)
/** Letter codes by six bits, and back. */
const letters = Uint8Array.from(alphabet, (letter) => letter.charCodeAt(0))
const values = new Uint8Array(128)
for (let i = 0; i < 64; i++) values[letters[i] ?? 0] = i

/** Number of letters that become text in one call, as its arguments; a multiple of four. */
const chunk = 1024

/** Encodes numbers as base64 of little-endian float32, each rounded once. */
export function floatsToBase64(floats: readonly number[]): string {
  const view = new DataView(new ArrayBuffer(floats.length * 4))
  for (let i = 0; i < floats.length; i++) view.setFloat32(i * 4, floats[i] ?? 0, true)
  const bytes = new Uint8Array(view.buffer)
  const codes: number[] = []
  let text = ''
  for (let i = 0; i < bytes.length; i += 3) {
    if (codes.length >= chunk) {
      text += String.fromCharCode.apply(null, codes)
      codes.length = 0
    }
    const bits = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0)
    codes.push(letters[bits >> 18] ?? 0, letters[(bits >> 12) & 63] ?? 0, letters[(bits >> 6) & 63] ?? 0, letters[bits & 63] ?? 0)
  }
  // Missing bytes are not zeros.
  const missing = (3 - (bytes.length % 3)) % 3
  for (let i = 1; i <= missing; i++) codes[codes.length - i] = padding
  return text + String.fromCharCode.apply(null, codes)
}

const shape = /^[A-Za-z0-9+/]*={0,2}$/

/** True if the text is base64 of whole float32 numbers. */
export function isFloatBase64(text: string): boolean {
  if (text.length % 4 !== 0 || !shape.test(text)) return false
  return byteLength(text) % 4 === 0
}

/** Number of numbers in a text. */
export function floatCount(text: string): number {
  return byteLength(text) / 4
}

function byteLength(text: string): number {
  return (text.length / 4) * 3 - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0)
}

/** Decodes a text for which `isFloatBase64` holds, each number with the fewest digits that identify its float32. NaN and infinity stay. */
export function floatsOfBase64(text: string): number[] {
  const bytes = new Uint8Array((text.length / 4) * 3)
  let at = 0
  for (let i = 0; i < text.length; i += 4) {
    const bits = (valueAt(text, i) << 18) | (valueAt(text, i + 1) << 12) | (valueAt(text, i + 2) << 6) | valueAt(text, i + 3)
    bytes[at++] = bits >> 16
    bytes[at++] = (bits >> 8) & 255
    bytes[at++] = bits & 255
  }
  const view = new DataView(bytes.buffer)
  const floats: number[] = []
  for (let i = 0, count = floatCount(text); i < count; i++) floats.push(shortestFloat(view.getFloat32(i * 4, true)))
  return floats
}

/** Padding counts as 0. */
function valueAt(text: string, index: number): number {
  return values[text.charCodeAt(index)] ?? 0
}
