import type { Context, Frame, Machine, StreamOptions } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { createJsonEventParser } from '@interlingua/framing'
import type { JsonEvent } from '@interlingua/framing'
import type { WireStreamChunk } from './wire/response.ts'

const done: Frame<WireStreamChunk> = { type: 'done' }
const comment: Frame<WireStreamChunk> = { type: 'comment' }

/** Server-sent events as frames: `data: {chunk}`, `data: [DONE]`, comments. https://platform.openai.com/docs/api-reference/chat/streaming */
export function createStreamParser(context: Context, _options?: StreamOptions): Machine<string, Frame<WireStreamChunk>> {
  return createJsonEventParser({ maxEventLength: context.limits.eventBytes, padding: 'obfuscation' }, frameOf)
}

function frameOf(event: JsonEvent): Frame<WireStreamChunk> {
  if (event.type === 'comment') return comment
  if (event.type === 'invalid') return { type: 'invalid', message: event.message }
  if (event.type === 'event' && event.data.trim() === '[DONE]') return done
  if (event.type === 'event' || !isJsonObject(event.value)) return { type: 'invalid', message: 'a stream event is not a JSON object' }
  const { value: wire } = event
  // Some servers name the event instead of wrapping the error.
  return { type: 'event', wire: event.event === 'error' && wire['error'] === undefined ? { error: wire } : wire }
}
