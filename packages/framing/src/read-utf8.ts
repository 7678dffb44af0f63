/** Number of arguments in one call: engines take no more than some ten thousands. */
const unitsAtOnce = 4096

/** Decodes UTF-8; `undefined` if the bytes are not UTF-8. Written without a platform's decoder, since this package runs on none. */
export function readUtf8(bytes: Uint8Array): string | undefined {
  const units = new Uint16Array(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at++] ?? 0 // in range
    if (first < 0x80) {
      units[length++] = first
      continue
    }
    const more = first >= 0xc2 && first < 0xe0 ? 1 : first >= 0xe0 && first < 0xf0 ? 2 : first >= 0xf0 && first < 0xf5 ? 3 : 0
    if (more === 0) return undefined
    let point = first & (0x3f >> more)
    for (const end = at + more; at < end; at++) {
      const next = bytes[at]
      if (next === undefined || (next & 0xc0) !== 0x80) return undefined
      point = (point << 6) | (next & 0x3f)
    }
    // Overlong, half of a surrogate pair, or beyond Unicode.
    if ((more === 2 && point < 0x800) || (more === 3 && point < 0x10000) || (point >= 0xd800 && point < 0xe000) || point > 0x10ffff)
      return undefined
    if (point < 0x10000) units[length++] = point
    else {
      units[length++] = 0xd800 + ((point - 0x10000) >> 10)
      units[length++] = 0xdc00 + (point & 0x3ff)
    }
  }
  let text = ''
  // A spread would walk the units by an iterator.
  for (let at = 0; at < length; at += unitsAtOnce)
    text += Reflect.apply(String.fromCharCode, undefined, units.subarray(at, Math.min(at + unitsAtOnce, length)))
  return text
}
