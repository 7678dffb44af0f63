import type { EventStreamHeader } from './event-stream-message.ts'
import { readUtf8 } from './read-utf8.ts'

/** Headers of a message; `undefined` if the bytes are no headers. */
export function readEventStreamHeaders(bytes: Uint8Array): ReadonlyMap<string, EventStreamHeader> | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const headers = new Map<string, EventStreamHeader>()
  try {
    for (let at = 0; at < bytes.length;) {
      const nameEnd = at + 1 + view.getUint8(at)
      const name = readUtf8(bytes.subarray(at + 1, nameEnd))
      const read = readValue(view, nameEnd)
      if (name === undefined || read === undefined || read.end > bytes.length) return undefined
      headers.set(name, read.value)
      at = read.end
    }
    return headers
  } catch (error) {
    if (error instanceof RangeError) return undefined // the view was read behind its end
    throw error
  }
}

function readValue(view: DataView, at: number): { readonly value: EventStreamHeader; readonly end: number } | undefined {
  const start = at + 1
  const fixed = (value: EventStreamHeader, length: number) => ({ value, end: start + length })
  switch (view.getUint8(at)) {
    case 0:
      return fixed(true, 0)
    case 1:
      return fixed(false, 0)
    case 2:
      return fixed({ type: 'i8', value: view.getInt8(start) }, 1)
    case 3:
      return fixed({ type: 'i16', value: view.getInt16(start) }, 2)
    case 4:
      return fixed({ type: 'i32', value: view.getInt32(start) }, 4)
    case 5:
      return fixed({ type: 'i64', value: view.getBigInt64(start) }, 8)
    case 6: {
      const length = view.getUint16(start)
      return fixed({ type: 'bytes', value: copyOf(view, start + 2, length) }, 2 + length)
    }
    case 7: {
      const length = view.getUint16(start)
      const text = readUtf8(copyOf(view, start + 2, length))
      return text === undefined ? undefined : fixed(text, 2 + length)
    }
    case 8:
      return fixed({ type: 'timestamp', value: view.getBigInt64(start) }, 8)
    case 9:
      return fixed({ type: 'uuid', value: copyOf(view, start, 16) }, 16)
    default:
      return undefined
  }
}

/** Throws a `RangeError` if there are too few bytes. */
function copyOf(view: DataView, at: number, length: number): Uint8Array {
  if (at + length > view.byteLength) throw new RangeError('behind the end')
  return new Uint8Array(view.buffer, view.byteOffset + at, length).slice()
}
