import type { Machine } from '@interlingua/core'
import { crc32 } from './crc32.ts'
import { defaultEventStreamLimits, type EventStreamLimits } from './event-stream-limits.ts'
import type { EventStreamHeader, EventStreamMessage } from './event-stream-message.ts'
import { readEventStreamHeaders } from './read-event-stream-headers.ts'

const preludeLength = 12
/** Bytes of a message's lengths and checksums. */
const frameLength = 16

/**
 * Reads messages of an AWS event stream from bytes cut anywhere, each as soon as it is complete; holds one message at most. A broken
 * message (length above the limits, wrong checksum, cut short) gives `invalid`, and the rest is ignored.
 */
export function createEventStreamReader(limits: EventStreamLimits = defaultEventStreamLimits): Machine<Uint8Array, EventStreamMessage> {
  return createMessageReader(limits, ({ headers, payload }): EventStreamMessage => ({ type: 'message', headers, payload }))
}

/** A message of an AWS event stream. `bytes`: the whole of it, as it came; the payload is a part of it. */
export interface ReadMessage {
  readonly headers: ReadonlyMap<string, EventStreamHeader>
  readonly payload: Uint8Array
  readonly bytes: Uint8Array
}

/** The reason why a message, and the rest of its stream, cannot be read. */
export interface UnreadMessage {
  readonly type: 'invalid'
  readonly message: string
}

/** Reads as `createEventStreamReader` does. `take`: what to give for a message; a message that it cannot read is the last. */
export function createMessageReader<Taken extends object>(
  { maxPayloadLength, maxHeadersLength }: EventStreamLimits,
  take: (message: ReadMessage) => Taken | UnreadMessage,
): Machine<Uint8Array, Taken | UnreadMessage> {
  /** Bytes of the open message so far. Grows with the input, not with a promised length. */
  let held = new Uint8Array(256)
  let view = new DataView(held.buffer)
  let length = 0
  /** Length of the open message; 0: its prelude is not complete. */
  let total = 0
  let first = true
  /** Headers of the last message, which those of the next one nearly always equal. */
  let last: { readonly bytes: Uint8Array; readonly headers: ReadonlyMap<string, EventStreamHeader> } | undefined
  let closed = false
  let output: (Taken | UnreadMessage)[] = []

  function refuse(message: string): void {
    output.push({ type: 'invalid', message })
    held = new Uint8Array(0)
    closed = true
  }

  function hold(bytes: Uint8Array): void {
    const needed = length + bytes.length
    if (needed > held.length) {
      const wider = new Uint8Array(Math.max(needed, Math.min(total, held.length * 2)))
      wider.set(held.subarray(0, length))
      held = wider
      view = new DataView(held.buffer)
    }
    held.set(bytes, length)
    length = needed
  }

  function readPrelude(): void {
    const said = view.getUint32(0)
    const headers = view.getUint32(4)
    if (view.getUint32(8) !== crc32(held.subarray(0, 8)))
      return refuse(first ? 'the stream is not an event stream' : 'a prelude has a wrong checksum')
    if (said < frameLength || headers > said - frameLength) return refuse('a message is shorter than its parts')
    if (headers > maxHeadersLength) return refuse(`headers are longer than ${maxHeadersLength} bytes`)
    if (said - headers - frameLength > maxPayloadLength) return refuse(`a payload is longer than ${maxPayloadLength} bytes`)
    total = said
  }

  function headersOf(bytes: Uint8Array): ReadonlyMap<string, EventStreamHeader> | undefined {
    if (last !== undefined && areEqual(last.bytes, bytes)) return last.headers
    const headers = readEventStreamHeaders(bytes)
    // Copied, since the bytes are a part of their message.
    last = headers && { bytes: bytes.slice(), headers }
    return headers
  }

  function readMessage(): void {
    const end = total - 4
    if (view.getUint32(end) !== crc32(held.subarray(0, end))) return refuse('a message has a wrong checksum')
    const payloadAt = preludeLength + view.getUint32(4)
    const bytes = held.slice(0, total)
    const headers = headersOf(bytes.subarray(preludeLength, payloadAt))
    if (headers === undefined) return refuse('the headers of a message cannot be read')
    const taken = take({ headers, payload: bytes.subarray(payloadAt, end), bytes })
    if (isUnread(taken)) return refuse(taken.message)
    output.push(taken)
    length = 0
    total = 0
    first = false
  }

  return {
    push(chunk) {
      output = []
      for (let at = 0; at < chunk.length && !closed;) {
        const wanted = (total === 0 ? preludeLength : total) - length
        const taken = chunk.subarray(at, at + wanted)
        hold(taken)
        at += taken.length
        if (total === 0 && length === preludeLength) readPrelude()
        else if (total > 0 && length === total) readMessage()
      }
      return output
    },
    end() {
      output = []
      if (!closed && length > 0) refuse('the stream ends inside a message')
      closed = true
      return output
    },
  }
}

function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false
  return true
}

/** True if a value tells why something could not be read. */
export function isUnread(value: object): value is UnreadMessage {
  return 'type' in value && value.type === 'invalid'
}
