import { isJsonObject, type Context, type Frame, type GenerateAdapter, type Machine } from '@interlingua/core'
import {
  createJsonEventParser,
  createRepeatEncoder,
  serializeJsonEvent,
  serializeSseComment,
  serializeSseEvent,
} from '@interlingua/framing'
import type { WireEvent } from './wire.ts'

const noObject = { type: 'invalid', message: 'the data of an event is not a JSON object' } as const

/** Parses server-sent events. A line of bare JSON is an event as well: so the service tells what its filter ended, and parsers skip it. */
export function createStreamParser(context: Context): Machine<string, Frame<WireEvent>> {
  const lines = createBareLines(context.limits.eventBytes)
  const events = createJsonEventParser({ maxEventLength: context.limits.eventBytes }, (event): Frame<WireEvent> => {
    if (event.type === 'json') return isJsonObject(event.value) ? { type: 'event', wire: event.value } : noObject
    if (event.type === 'event') return event.data.trim() === '[DONE]' ? { type: 'done' } : noObject
    return event.type === 'comment' ? { type: 'comment' } : { type: 'invalid', message: event.message }
  })
  return {
    push: (text) => events.push(lines.push(text)),
    end: () => [...events.push(lines.end()), ...events.end()],
  }
}

/** Puts the name of a field before each line that begins with a brace. Such a line waits until it is whole, as far as `most` allows. */
function createBareLines(most: number): { push(text: string): string; end(): string } {
  let fresh = true
  let held: string[] | undefined
  let size = 0
  const release = (): string => {
    const line = held?.join('') ?? ''
    held = undefined
    size = 0
    return line === '' ? '' : `data: ${line}\n\n`
  }
  return {
    push(text) {
      // Nearly every line is one of a field.
      if (held === undefined && !(fresh && text.startsWith('{')) && !text.includes('\n{') && !text.includes('\r{')) {
        if (text !== '') fresh = text.endsWith('\n') || text.endsWith('\r')
        return text
      }
      let said = ''
      let start = 0
      while (start < text.length) {
        if (fresh && held === undefined && text[start] === '{') held = []
        const end = endOfLine(text, start)
        const piece = text.slice(start, end === -1 ? text.length : end)
        if (held === undefined) said += end === -1 ? piece : `${piece}${text[end] ?? ''}`
        else {
          held.push(piece)
          size += piece.length
          // A line without an end is for the parser to refuse.
          if (end !== -1 || size > most) said += release()
        }
        fresh = end !== -1
        start = end === -1 ? text.length : end + 1
      }
      return said
    },
    end: release,
  }
}

function endOfLine(text: string, start: number): number {
  const feed = text.indexOf('\n', start)
  const carriage = text.lastIndexOf('\r', feed === -1 ? text.length : feed) < start ? -1 : text.indexOf('\r', start)
  return carriage === -1 || (feed !== -1 && feed < carriage) ? feed : carriage
}

/** Each event with its name, and `done` behind the last. */
export const createStreamSerializer: GenerateAdapter<unknown, unknown, WireEvent>['createStreamSerializer'] = () => {
  const encode = createRepeatEncoder()
  return {
    push: (frame) => {
      if (frame.type === 'event') {
        const { event_type: event } = frame.wire
        return [serializeJsonEvent(encode(frame.wire), typeof event === 'string' ? event : undefined)]
      }
      if (frame.type === 'done') return [serializeSseEvent({ event: 'done', data: '[DONE]' })]
      return frame.type === 'comment' ? [serializeSseComment('')] : []
    },
    end: () => [],
  }
}
