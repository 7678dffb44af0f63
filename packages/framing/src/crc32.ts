const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let word = byte
  for (let bit = 0; bit < 8; bit++) word = word & 1 ? (word >>> 1) ^ 0xedb88320 : word >>> 1
  return word
})

/** Checksum of zip, Ethernet and AWS event streams. */
export function crc32(bytes: Uint8Array): number {
  let word = 0xffffffff
  for (let at = 0; at < bytes.length; at++) word = (word >>> 8) ^ (table[(word ^ (bytes[at] ?? 0)) & 255] ?? 0) // both in range
  return (word ^ 0xffffffff) >>> 0
}
