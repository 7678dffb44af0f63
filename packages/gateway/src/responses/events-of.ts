import { chain, type Frame, isJsonObject, type JsonObject, type Machine, unfoldResponse } from '@interlingua/core'
import { type AdmittedRequest, contextOf } from '../server/client-request.ts'
import { hasOwnWords, wordsOf } from './state-words.ts'

/** Events of a whole response as they are written, behind that of a number. */
export function eventsOf(admitted: AdmittedRequest, response: JsonObject, from = -1): readonly string[] {
  const { adapter } = admitted.client.edge
  const { resume } = wordsOf(admitted.client.edge)
  const context = { ...contextOf(admitted), onNotice: () => {} }
  const decoded = adapter.decodeResponse(adapter.parseResponse({ status: 200, headers: {}, body: response }, context), context)
  const own = hasOwnWords(admitted.client.edge)
  const fitted = own ? createNumbers(resume.key) : beginning
  const writer = chain(
    chain(chain(adapter.createStreamEncoder(context), fitted), createSkip(from, resume.key)),
    adapter.createStreamSerializer(),
  )
  return [...unfoldResponse(decoded).flatMap((event) => writer.push(event)), ...writer.end()]
}

/** Numbers events from 1, for formats that number those of kept answers alone. */
function createNumbers(key: string): Machine<Frame<unknown>, Frame<unknown>> {
  let last = 0
  return {
    push: (frame) => (frame.type === 'event' ? [{ ...frame, wire: { ...(frame.wire as JsonObject), [key]: String(++last) } }] : [frame]), // events are objects
    end: () => [],
  }
}

/** Takes the end of a response out of the snapshots before it. */
const beginning: Machine<Frame<unknown>, Frame<unknown>> = {
  push(frame) {
    const wire = frame.type === 'event' && isJsonObject(frame.wire) ? frame.wire : {}
    const { response } = wire
    if (!isJsonObject(response) || response['status'] !== 'in_progress') return [frame]
    return [{ type: 'event', wire: { ...wire, response: { ...response, completed_at: null, usage: null } } }]
  },
  end: () => [],
}

/** Drops events up to a number. */
function createSkip(upTo: number, key: string): Machine<Frame<unknown>, Frame<unknown>> {
  return {
    push(frame) {
      const number = frame.type === 'event' ? (frame.wire as JsonObject)[key] : undefined // events are objects
      return number !== undefined && Number(number) <= upTo ? [] : [frame]
    },
    end: () => [],
  }
}
