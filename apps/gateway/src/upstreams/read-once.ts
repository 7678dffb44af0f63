/** The bytes as a body that forgets them as it is read: whoever sends a request holds its body until the answer ends. */
export function readOnce(bytes: Buffer): Iterable<Buffer> {
  const held: Buffer[] = [bytes]
  return {
    *[Symbol.iterator]() {
      for (let piece = held.pop(); piece; piece = held.pop()) yield piece
    },
  }
}
