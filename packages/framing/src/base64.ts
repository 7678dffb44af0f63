const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

const sextets: Uint8Array = (() => {
  const table = new Uint8Array(128).fill(64)
  for (let value = 0; value < letters.length; value++) table[letters.charCodeAt(value)] = value
  return table
})()

/** Encodes bytes as base64. Written without a platform's encoder, since this package runs on none. */
export function writeBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second, third] = bytes.subarray(at, at + 3)
    const word = (first << 16) | ((second ?? 0) << 8) | (third ?? 0)
    text += letters.charAt(word >> 18) + letters.charAt((word >> 12) & 63)
    text += second === undefined ? '==' : letters.charAt((word >> 6) & 63) + (third === undefined ? '=' : letters.charAt(word & 63))
  }
  return text
}

/** Decodes base64; `undefined` if it is none. */
export function readBase64(text: string): Uint8Array | undefined {
  const end = text.endsWith('==') ? text.length - 2 : text.endsWith('=') ? text.length - 1 : text.length
  if (end % 4 === 1) return undefined
  const bytes = new Uint8Array(Math.floor((end * 3) / 4))
  let length = 0
  let word = 0
  for (let at = 0; at < end; at++) {
    const value = sextets[text.charCodeAt(at)] ?? 64
    if (value === 64) return undefined
    word = (word << 6) | value
    if (at % 4 !== 0) bytes[length++] = (word >> (6 - 2 * (at % 4))) & 255
  }
  return bytes
}
