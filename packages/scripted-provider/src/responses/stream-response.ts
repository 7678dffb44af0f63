import { deriveId } from '@interlingua/core/adapter'
import type { Failure, JsonObject } from '@interlingua/core'
import { serializeSseEvent } from '@interlingua/framing'
import type { StreamScript } from '../stream-script.ts'
import type { ResponsesBody } from './shapes/request-shape.ts'
import { streamEvents } from './stream-events.ts'
import { writeFailure } from './write-failure.ts'

/** The stream of a whole answer: named frames numbered from 0, with padded deltas unless the request declines the padding. */
export function streamResponse(document: JsonObject, body: ResponsesBody): StreamScript {
  const events = [...streamEvents(document)]
  const deltas = [...events.keys()].filter((i) => String(events[i]?.['type']).endsWith('.delta'))
  const padded = body.stream_options?.include_obfuscation !== false
  let number = 0
  const encode = (event: JsonObject): string => {
    const type = String(event['type'])
    const sequence_number = number++
    const padding =
      padded && type.endsWith('.delta') ? { obfuscation: deriveId('', sequence_number).slice(0, 8 + (sequence_number % 8)) } : {}
    return serializeSseEvent({ event: type, data: JSON.stringify({ ...event, sequence_number, ...padding }) })
  }
  return {
    contentType: 'text/event-stream; charset=utf-8',
    middle: deltas[Math.floor(deltas.length / 2)] ?? 2,
    malformed: serializeSseEvent({ event: 'response.output_text.delta', data: '{"demo": broken' }),
    pieces: printed(events, encode),
    fail: (failure, words) => {
      const { error } = writeFailure(failure).body as { readonly error: JsonObject } // the shape that writeFailure always writes
      const code = error['code'] ?? null
      const { message } = failure
      // The flat form follows the documents and the SDK's types, the nested form recorded traffic. Either stands before `response.failed`.
      const forms = {
        flat: { type: 'error', code, message, param: null },
        nested: { type: 'error', error: { ...error } },
        failed: {
          type: 'response.failed',
          response: {
            ...document,
            status: 'failed',
            completed_at: null,
            incomplete_details: null,
            output: [],
            usage: null,
            error: { code: failedCode(failure), message },
          },
        },
      }
      const chosen = words.filter((word) => word in forms)
      return (chosen.length > 0 ? chosen : ['flat', 'failed']).map((word) => encode(forms[word as keyof typeof forms])).join('') // the word is a key of the table
    },
  }
}

/** The code of a failed answer, which has only a few. */
function failedCode({ code }: Failure): string {
  return code === 'rate-limit' ? 'rate_limit_exceeded' : code === 'overloaded' ? 'server_is_overloaded' : 'server_error'
}

function* printed(events: readonly JsonObject[], encode: (event: JsonObject) => string): Iterable<string> {
  for (const event of events) yield encode(event)
}
