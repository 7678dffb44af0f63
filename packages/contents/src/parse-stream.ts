import type { Context, Frame, Machine, StreamOptions } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { createJsonEventParser } from '@interlingua/framing'
import type { JsonEvent } from '@interlingua/framing'
import type { WireStreamFrame } from './wire/wire-response.ts'

const comment: Frame<WireStreamFrame> = { type: 'comment' }
const done: Frame<WireStreamFrame> = { type: 'done' }

/**
 * Splits a stream into frames: `data:` lines if `alt=sse` was requested, else the elements of one JSON array.
 * https://ai.google.dev/api/generate-content#method:-models.streamgeneratecontent
 */
export function createStreamParser(context: Context, options?: StreamOptions): Machine<string, Frame<WireStreamFrame>> {
  return createJsonEventParser({ framing: options?.framing, maxEventLength: context.limits.eventBytes }, frameOf)
}

function frameOf(event: JsonEvent): Frame<WireStreamFrame> {
  if (event.type === 'comment') return comment
  if (event.type === 'invalid') return { type: 'invalid', message: event.message }
  // Proxies that treat all clients alike end so.
  if (event.type === 'event' && event.data.trim() === '[DONE]') return done
  if (event.type === 'event' || !isJsonObject(event.value)) return { type: 'invalid', message: 'a stream frame is not a JSON object' }
  return { type: 'event', wire: event.value }
}
