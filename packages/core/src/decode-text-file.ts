const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Decodes a base64 file as UTF-8 text; `undefined` if it is not. Written without a platform's decoder, since core runs on none. */
export function decodeTextFile(base64: string): string | undefined {
  let escaped = ''
  let word = 0
  let bits = 0
  for (const character of base64.replace(/[\s=]+/g, '')) {
    const value = digits.indexOf(character)
    if (value === -1) return undefined
    word = ((word << 6) | value) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    const byte = (word >> bits) & 0xff
    escaped += byte < 0x80 && byte !== 0x25 ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, '0')}`
  }
  try {
    return decodeURIComponent(escaped)
  } catch {
    return undefined
  }
}
