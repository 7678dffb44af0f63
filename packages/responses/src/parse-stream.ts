import { isJsonObject } from '@interlingua/core'
import type { Context, Frame, Machine, StreamOptions } from '@interlingua/core'
import { createJsonEventParser } from '@interlingua/framing'
import type { JsonEvent } from '@interlingua/framing'
import type { WireStreamEvent } from './wire/wire-response.ts'

const done: Frame<WireStreamEvent> = { type: 'done' }
const comment: Frame<WireStreamEvent> = { type: 'comment' }

/** SSE text as frames. https://platform.openai.com/docs/api-reference/responses-streaming */
export function createStreamParser(context: Context, _options?: StreamOptions): Machine<string, Frame<WireStreamEvent>> {
  return createJsonEventParser({ maxEventLength: context.limits.eventBytes, padding: 'obfuscation' }, frameOf)
}

function frameOf(event: JsonEvent): Frame<WireStreamEvent> {
  if (event.type === 'comment') return comment
  if (event.type === 'invalid') return { type: 'invalid', message: event.message }
  if (event.type === 'event' && event.data.trim() === '[DONE]') return done // not of this format, but many servers send it
  if (event.type === 'event' || !isJsonObject(event.value)) return { type: 'invalid', message: 'the data of an event is not a JSON object' }
  const { value: wire } = event
  if (typeof wire.type === 'string' && event.event !== 'error') return { type: 'event', wire: wire as WireStreamEvent } // the type was just seen
  // Some servers name the event and send a bare error object; some send an error document without a type.
  if (event.event === 'error' || isJsonObject(wire.error)) return { type: 'event', wire: asError(wire) }
  if (event.event === undefined) return { type: 'invalid', message: 'an event has no type' }
  return { type: 'event', wire: { ...wire, type: event.event } }
}

/** Converts an error of another shape to an `error` event. */
function asError(wire: { readonly [key: string]: unknown } & object): WireStreamEvent {
  if (wire.type === 'error') return wire as WireStreamEvent // the type was just seen, and it was read from JSON
  return ('error' in wire ? { ...wire, type: 'error' } : { type: 'error', error: wire }) as WireStreamEvent // read from JSON
}
