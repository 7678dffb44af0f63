import type { Context, Frame, Machine, StreamOptions } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { createJsonRepeatParser, createSseParser } from '@interlingua/framing'
import type { SseEvent } from '@interlingua/framing'
import type { WireStreamChunk } from './wire/response.ts'

const done: Frame<WireStreamChunk> = { type: 'done' }
const comment: Frame<WireStreamChunk> = { type: 'comment' }

/** Server-sent events as frames: `data: {chunk}`, `data: [DONE]`, comments. https://platform.openai.com/docs/api-reference/chat/streaming */
export function createStreamParser(context: Context, _options?: StreamOptions): Machine<string, Frame<WireStreamChunk>> {
  const events = createSseParser({ maxEventLength: context.limits.eventBytes })
  const parse = createJsonRepeatParser('obfuscation')
  return {
    push: (text) => framesOf(events.push(text), parse),
    end: () => framesOf(events.end(), parse),
  }
}

type ParseText = ReturnType<typeof createJsonRepeatParser>

function framesOf(events: readonly SseEvent[], parse: ParseText): readonly Frame<WireStreamChunk>[] {
  const [first] = events
  if (first !== undefined && events.length === 1) return [frameOf(first, parse)]
  const frames: Frame<WireStreamChunk>[] = []
  for (const event of events) frames.push(frameOf(event, parse))
  return frames
}

function frameOf(event: SseEvent, parse: ParseText): Frame<WireStreamChunk> {
  if (event.type === 'comment') return comment
  if (event.type === 'invalid') return { type: 'invalid', message: event.message }
  if (event.data.length < 16 && event.data.trim() === '[DONE]') return done
  const wire = parse(event.data)
  if (!isJsonObject(wire)) return { type: 'invalid', message: 'a stream event is not a JSON object' }
  // Some servers name the event instead of wrapping the error.
  return { type: 'event', wire: event.event === 'error' && wire['error'] === undefined ? { error: wire } : wire }
}
