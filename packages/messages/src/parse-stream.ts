import { isJsonObject } from '@interlingua/core'
import type { Context, Frame, Machine, StreamOptions } from '@interlingua/core'
import { createJsonEventParser } from '@interlingua/framing'
import type { JsonEvent } from '@interlingua/framing'
import type { WireStreamEvent } from './wire/wire-response.ts'

/** SSE text as frames. https://platform.claude.com/docs/en/build-with-claude/streaming */
export function createStreamParser(context: Context, _options?: StreamOptions): Machine<string, Frame<WireStreamEvent>> {
  return createJsonEventParser({ maxEventLength: context.limits.eventBytes }, frameOf)
}

function frameOf(event: JsonEvent): Frame<WireStreamEvent> {
  if (event.type === 'comment') return { type: 'comment' }
  if (event.type === 'invalid') return event
  if (event.type === 'event' && event.data.trim() === '[DONE]') return { type: 'done' } // not of this format, but some compatible servers send it
  if (event.type === 'event' || !isJsonObject(event.value)) return { type: 'invalid', message: 'the data of an event is not a JSON object' }
  const { value: wire } = event
  if (typeof wire.type === 'string') return { type: 'event', wire: wire as WireStreamEvent } // the type was just seen
  if (event.event === undefined) return { type: 'invalid', message: 'an event has no type' }
  return { type: 'event', wire: { ...wire, type: event.event } }
}
