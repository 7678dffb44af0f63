import type { Context, Frame, Machine, StreamOptions } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { createJsonArrayParser, createJsonRepeatParser, createSseParser } from '@interlingua/framing'
import type { SseEvent } from '@interlingua/framing'
import type { WireStreamFrame } from './wire/wire-response.ts'

const comment: Frame<WireStreamFrame> = { type: 'comment' }
const done: Frame<WireStreamFrame> = { type: 'done' }

/**
 * The frames of a stream: `data:` lines where `alt=sse` was asked for, else the elements of one JSON array.
 * https://ai.google.dev/api/generate-content#method:-models.streamgeneratecontent
 */
export function createStreamParser(context: Context, options?: StreamOptions): Machine<string, Frame<WireStreamFrame>> {
  const create = options?.framing === 'json-array' ? createJsonArrayParser : createSseParser
  const events: Machine<string, SseEvent> = create({ maxEventLength: context.limits.eventBytes })
  const parse = createJsonRepeatParser()
  return {
    push: (text) => framesOf(events.push(text), parse),
    end: () => framesOf(events.end(), parse),
  }
}

type ParseText = ReturnType<typeof createJsonRepeatParser>

function framesOf(events: readonly SseEvent[], parse: ParseText): readonly Frame<WireStreamFrame>[] {
  const [first] = events
  if (first !== undefined && events.length === 1) return [frameOf(first, parse)]
  const frames: Frame<WireStreamFrame>[] = []
  for (const event of events) frames.push(frameOf(event, parse))
  return frames
}

function frameOf(event: SseEvent, parse: ParseText): Frame<WireStreamFrame> {
  if (event.type === 'comment') return comment
  if (event.type === 'invalid') return { type: 'invalid', message: event.message }
  // Proxies that speak to all clients alike end so.
  if (event.data.length < 16 && event.data.trim() === '[DONE]') return done
  const wire = parse(event.data)
  return isJsonObject(wire) ? { type: 'event', wire } : { type: 'invalid', message: 'a stream frame is not a JSON object' }
}
