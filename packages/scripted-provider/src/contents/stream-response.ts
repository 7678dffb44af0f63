import type { Json, JsonObject } from '@interlingua/core'
import type { StreamScript } from '../stream-script.ts'
import { streamChunks } from './stream-chunks.ts'
import { writeFailure } from './write-failure.ts'

/** The stream of a whole answer, as server-sent events with CRLF (like the vendor's), or as the elements of a JSON array. */
export function streamResponse(document: JsonObject, sse: boolean): StreamScript {
  const chunks = streamChunks(document)
  const deltas = chunks.length - 1
  let first = true
  const encode = (frame: Json): string => {
    if (sse) return `data: ${JSON.stringify(frame)}\r\n\r\n`
    const before = first ? '[' : ',\r\n'
    first = false
    return before + JSON.stringify(frame)
  }
  return {
    contentType: sse ? 'text/event-stream' : 'application/json; charset=UTF-8',
    middle: Math.max(1, Math.floor(deltas / 2)),
    malformed: sse ? 'data: {"demo": broken\r\n\r\n' : ',\r\n{"demo": broken',
    pieces: printed(chunks, encode, sse ? '' : '\r\n]'),
    fail: (failure) => encode(writeFailure(failure).body) + (sse ? '' : '\r\n]'),
  }
}

function* printed(chunks: readonly JsonObject[], encode: (frame: Json) => string, end: string): Iterable<string> {
  for (const chunk of chunks) yield encode(chunk)
  yield end
}
