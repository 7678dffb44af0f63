/** Bytes in base64, in pieces of whole groups: they may be written one after the other. */
export async function* encodeBase64(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  let rest = Buffer.alloc(0)
  for await (const piece of bytes) {
    const all = rest.length === 0 ? Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength) : Buffer.concat([rest, piece])
    const whole = all.length - (all.length % 3)
    if (whole > 0) yield all.toString('base64', 0, whole)
    // Two bytes at most: a view would hold the piece.
    rest = Buffer.from(all.subarray(whole))
  }
  if (rest.length > 0) yield rest.toString('base64')
}
