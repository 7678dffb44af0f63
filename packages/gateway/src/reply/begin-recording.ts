import type { ServerResponse } from 'node:http'
import type { Recorder, RequestTap } from '../server/recorder.ts'
import type { Reply } from '../server/reply.ts'

/** Begins to record an admitted request, if the recorder wants it; the client is told by a header. */
export function beginRecording(reply: Reply, recorder: Recorder): void {
  const tap = reply.admitted && recorder.begin(reply.admitted)
  if (tap === undefined) return
  reply.tap = tap
  reply.headers = { ...reply.headers, 'interlingua-recorded': '1' }
  tapAnswer(reply.response, tap)
}

type Arguments = readonly unknown[]

/** Has the tap see what is written to this client, whichever service writes it. */
function tapAnswer(response: ServerResponse, tap: RequestTap): void {
  const { writeHead, write, end } = response
  const seen = (chunk: unknown): void => {
    if (typeof chunk === 'string' || Buffer.isBuffer(chunk)) tap.answer(chunk)
  }
  // Each passes its arguments on as they came, so the overloads of the original hold.
  Object.assign(response, {
    writeHead: (...given: Arguments) => {
      const last = given.at(-1)
      tap.head(Number(given[0]), typeof last === 'object' && last !== null ? (last as Readonly<Record<string, unknown>>) : {}) // headers by name, as the services give them
      return Reflect.apply(writeHead, response, given)
    },
    write: (...given: Arguments) => {
      seen(given[0])
      return Reflect.apply(write, response, given)
    },
    end: (...given: Arguments) => {
      seen(given[0])
      return Reflect.apply(end, response, given)
    },
  })
  response.once('close', () => tap.close())
}
