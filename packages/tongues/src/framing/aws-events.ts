import type { EventReader, ServerEvent } from '../sse/read-events.ts'

/** Remainders of all bytes by the reflected polynomial of CRC-32, which Node itself has from 22.2 on. */
const remainders = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte
  for (let bit = 0; bit < 8; bit++) rest = (rest & 1) === 1 ? (rest >>> 1) ^ 0xed_b8_83_20 : rest >>> 1
  return rest
})

function crc32(bytes: Buffer): number {
  return ~bytes.reduce((sum, byte) => (remainders[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8), -1) >>> 0
}

/** Message of an Amazon event stream: headers of type string, and a payload. */
export interface AwsMessage {
  readonly headers: Readonly<Record<string, string>>
  readonly payload: string
}

/** Bytes of a message, as Latin-1: lengths, headers and payload, each part under a checksum. */
export function writeAwsMessage({ headers, payload }: AwsMessage): string {
  const parts = Object.entries(headers).map(([name, value]) => {
    const [key, text] = [Buffer.from(name), Buffer.from(value)]
    const length = Buffer.alloc(3)
    length.writeUInt8(7)
    length.writeUInt16BE(text.length, 1)
    return Buffer.concat([Buffer.from([key.length]), key, length, text])
  })
  const head = Buffer.concat(parts)
  const body = Buffer.from(payload)
  const prelude = Buffer.alloc(8)
  prelude.writeUInt32BE(16 + head.length + body.length)
  prelude.writeUInt32BE(head.length, 4)
  const most = Buffer.concat([prelude, checksum(prelude), head, body])
  return Buffer.concat([most, checksum(most)]).toString('latin1')
}

function checksum(bytes: Buffer): Buffer {
  const made = Buffer.alloc(4)
  made.writeUInt32BE(crc32(bytes))
  return made
}

/** Event of a message: `:event-type`, or `exception` with the type of a failure in its data. */
function eventOf({ headers, payload }: AwsMessage): ServerEvent {
  if (headers[':message-type'] === 'exception')
    return { event: 'exception', data: JSON.stringify({ type: headers[':exception-type'] ?? '', payload }) }
  if (headers[':message-type'] === 'error')
    return { event: 'exception', data: JSON.stringify({ type: headers[':error-code'] ?? '', payload: headers[':error-message'] ?? '' }) }
  return { event: headers[':event-type'] ?? '', data: payload }
}

/**
 * Reads Amazon's event streams from bytes as Latin-1, by the framing that its documents describe. A message with a wrong checksum or length is
 * the event `malformed`, and nothing behind it is read.
 */
export function createAwsReader(): EventReader {
  let rest = Buffer.alloc(0)
  let broken = false
  const malformed = (data: string): readonly ServerEvent[] => {
    broken = true
    return [{ event: 'malformed', data }]
  }
  return {
    comments: [],
    isCut: () => rest.length > 0,
    push(text) {
      rest = Buffer.concat([rest, Buffer.from(text, 'latin1')])
      const events: ServerEvent[] = []
      while (!broken && rest.length >= 12) {
        const [total, headersLength] = [rest.readUInt32BE(), rest.readUInt32BE(4)]
        if (crc32(rest.subarray(0, 8)) !== rest.readUInt32BE(8)) return [...events, ...malformed('checksum of the prelude')]
        if (total < 16 || headersLength > total - 16) return [...events, ...malformed('lengths')]
        if (rest.length < total) break
        if (crc32(rest.subarray(0, total - 4)) !== rest.readUInt32BE(total - 4)) return [...events, ...malformed('checksum of the message')]
        const headers = readHeaders(rest.subarray(12, 12 + headersLength))
        const payload = rest.subarray(12 + headersLength, total - 4).toString()
        rest = rest.subarray(total)
        events.push(headers === undefined ? { event: 'malformed', data: 'headers' } : eventOf({ headers, payload }))
      }
      return events
    },
  }
}

/** Bytes of a value by its type; a string says its own length. */
const sizes: Readonly<Record<number, number>> = { 0: 0, 1: 0, 2: 1, 3: 2, 4: 4, 5: 8, 8: 8, 9: 16 }

function readHeaders(bytes: Buffer): Readonly<Record<string, string>> | undefined {
  const headers: Record<string, string> = {}
  for (let place = 0; place < bytes.length;) {
    const nameEnd = place + 1 + bytes.readUInt8(place)
    const name = bytes.subarray(place + 1, nameEnd).toString()
    const type = bytes[nameEnd]
    if (type === undefined) return undefined
    if (type === 6 || type === 7) {
      if (nameEnd + 3 > bytes.length) return undefined
      const end = nameEnd + 3 + bytes.readUInt16BE(nameEnd + 1)
      headers[name] = bytes.subarray(nameEnd + 3, end).toString()
      place = end
    } else if (sizes[type] === undefined) return undefined
    else place = nameEnd + 1 + sizes[type]
  }
  return headers
}
