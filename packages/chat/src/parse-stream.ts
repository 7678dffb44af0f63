import type { Context, Frame, Machine, StreamOptions } from '@interlingua/core'
import { isJsonObject, parseJson } from '@interlingua/core'
import { createSseParser } from '@interlingua/framing'
import type { SseEvent } from '@interlingua/framing'
import type { WireStreamChunk } from './wire/response.ts'

const done: Frame<WireStreamChunk> = { type: 'done' }
const comment: Frame<WireStreamChunk> = { type: 'comment' }

/** Server-sent events as frames: `data: {chunk}`, `data: [DONE]`, comments. https://platform.openai.com/docs/api-reference/chat/streaming */
export function createStreamParser(context: Context, _options?: StreamOptions): Machine<string, Frame<WireStreamChunk>> {
  const events = createSseParser({ maxEventLength: context.limits.eventBytes })
  return {
    push: (text) => framesOf(events.push(text)),
    end: () => framesOf(events.end()),
  }
}

function framesOf(events: readonly SseEvent[]): readonly Frame<WireStreamChunk>[] {
  const [first] = events
  if (first !== undefined && events.length === 1) return [frameOf(first)]
  const frames: Frame<WireStreamChunk>[] = []
  for (const event of events) frames.push(frameOf(event))
  return frames
}

function frameOf(event: SseEvent): Frame<WireStreamChunk> {
  if (event.type === 'comment') return comment
  if (event.type === 'invalid') return { type: 'invalid', message: event.message }
  if (event.data.length < 16 && event.data.trim() === '[DONE]') return done
  const wire = parseJson(event.data)
  if (!isJsonObject(wire)) return { type: 'invalid', message: 'a stream event is not a JSON object' }
  // Some servers name the event instead of wrapping the error.
  return { type: 'event', wire: event.event === 'error' && wire['error'] === undefined ? { error: wire } : wire }
}
