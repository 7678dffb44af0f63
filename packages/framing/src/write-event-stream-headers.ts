import type { EventStreamHeader } from './event-stream-message.ts'
import { writeUtf8 } from './write-utf8.ts'

const numbers = { i8: [2, 1], i16: [3, 2], i32: [4, 4], i64: [5, 8], timestamp: [8, 8] } as const

/** Bytes of a message's headers; `undefined` if a name or a value is too long or out of range. */
export function writeEventStreamHeaders(headers: ReadonlyMap<string, EventStreamHeader>): Uint8Array | undefined {
  const pieces: Uint8Array[] = []
  let length = 0
  for (const [key, value] of headers) {
    const name = writeUtf8(key)
    const written = writeValue(value)
    if (name.length > 255 || written === undefined) return undefined
    for (const piece of [Uint8Array.of(name.length), name, written]) {
      pieces.push(piece)
      length += piece.length
    }
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}

function writeValue(value: EventStreamHeader): Uint8Array | undefined {
  if (typeof value === 'boolean') return Uint8Array.of(value ? 0 : 1)
  if (typeof value === 'string') return withLength(7, writeUtf8(value))
  switch (value.type) {
    case 'bytes':
      return withLength(6, value.value)
    case 'uuid':
      return value.value.length === 16 ? Uint8Array.of(9, ...value.value) : undefined
    default:
      return writeNumber(value)
  }
}

function withLength(type: number, bytes: Uint8Array): Uint8Array | undefined {
  if (bytes.length > 0xffff) return undefined
  const written = new Uint8Array(3 + bytes.length)
  written.set([type, bytes.length >> 8, bytes.length & 255])
  written.set(bytes, 3)
  return written
}

function writeNumber({ type, value }: Extract<EventStreamHeader, { readonly value: number | bigint }>): Uint8Array | undefined {
  const [code, size] = numbers[type]
  if (typeof value === 'number' && !Number.isInteger(value)) return undefined
  const whole = BigInt(value)
  if (BigInt.asIntN(size * 8, whole) !== whole) return undefined
  const bytes = new Uint8Array(9)
  bytes[0] = code
  // The last bytes of eight are the number in fewer.
  new DataView(bytes.buffer).setBigInt64(1, whole << BigInt(64 - size * 8))
  return bytes.slice(0, 1 + size)
}
