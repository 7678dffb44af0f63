/** Encodes UTF-8; half of a surrogate pair becomes U+FFFD. Written without a platform's encoder, since this package runs on none. */
export function writeUtf8(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 3)
  let length = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit < 0x80) {
      bytes[length++] = unit
      continue
    }
    let point = unit
    if (unit >= 0xd800 && unit < 0xe000) {
      const full = text.codePointAt(at) ?? 0
      point = full > 0xffff ? full : 0xfffd
      if (full > 0xffff) at++
    }
    if (point < 0x800) bytes[length++] = 0xc0 | (point >> 6)
    else {
      if (point < 0x10000) bytes[length++] = 0xe0 | (point >> 12)
      else {
        bytes[length++] = 0xf0 | (point >> 18)
        bytes[length++] = 0x80 | ((point >> 12) & 63)
      }
      bytes[length++] = 0x80 | ((point >> 6) & 63)
    }
    bytes[length++] = 0x80 | (point & 63)
  }
  return bytes.slice(0, length)
}
