import type { Machine } from '@interlingua/core'
import { crc32 } from './crc32.ts'
import type { EventStreamHeader, EventStreamMessage } from './event-stream-message.ts'
import { writeEventStreamHeaders } from './write-event-stream-headers.ts'

/**
 * Writes messages as bytes, one piece each. A report of loss, and a message that cannot be written, become an error message
 * (`:message-type` is `error`), by which clients know that the stream failed.
 */
export function createEventStreamWriter(): Machine<EventStreamMessage, Uint8Array> {
  return {
    push(message) {
      if (message.type === 'invalid') return [writeError(message.message)]
      const headers = writeEventStreamHeaders(message.headers)
      return [headers === undefined ? writeError('a header cannot be written') : write(headers, message.payload)]
    },
    end: () => [],
  }
}

function write(headers: Uint8Array, payload: Uint8Array): Uint8Array {
  const total = 16 + headers.length + payload.length
  const bytes = new Uint8Array(total)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, total)
  view.setUint32(4, headers.length)
  view.setUint32(8, crc32(bytes.subarray(0, 8)))
  bytes.set(headers, 12)
  bytes.set(payload, 12 + headers.length)
  view.setUint32(total - 4, crc32(bytes.subarray(0, total - 4)))
  return bytes
}

function writeError(message: string): Uint8Array {
  const headers = new Map<string, EventStreamHeader>([
    [':error-code', 'invalid'],
    [':error-message', message.slice(0, 1000)],
    [':message-type', 'error'],
  ])
  return write(writeEventStreamHeaders(headers) ?? new Uint8Array(0), new Uint8Array(0)) // these headers are short enough
}
