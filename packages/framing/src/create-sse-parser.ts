import type { Machine } from '@interlingua/core'
import { createParser } from 'eventsource-parser'
import type { FramingOptions } from './framing-options.ts'
import { isJsonText } from './is-json-text.ts'
import type { SseEvent } from './sse-event.ts'

const nothing: readonly SseEvent[] = []

/** Length that a field name, its colon and a space can add to an open line. */
const fieldPrefixLength = 'event: '.length

/**
 * Parses server-sent events from decoded text, cut anywhere. Unknown fields, `id` and `retry` are ignored.
 * https://html.spec.whatwg.org/multipage/server-sent-events.html
 * The standard drops an event without a final blank line. Providers do end streams so; hence `end` returns it, unless it could be a piece
 * of a longer one: an unfinished JSON text, or an unfinished line that is neither a JSON object nor array nor the mark `[DONE]` (no such
 * text begins another). A possible piece becomes `invalid`.
 */
export function createSseParser(options: FramingOptions): Machine<string, SseEvent> {
  const { maxEventLength } = options
  /** First event of the input; a list is made only for more, since a growing list costs more than the parsing of a short line. */
  let first: SseEvent | undefined
  let output: SseEvent[] | undefined
  let state: 'reading' | 'ending-after-line' | 'ending-inside-line' | 'closed' = 'reading'
  let lastCharacter = '\n'

  function give(event: SseEvent): void {
    if (first === undefined) first = event
    else if (output === undefined) output = [first, event]
    else output.push(event)
  }

  function refuse(message: string): void {
    give({ type: 'invalid', message })
    state = 'closed'
  }

  function refuseLength(): void {
    refuse(`an event is longer than ${maxEventLength} characters`)
  }

  const parser = createParser({
    // The parser counts the open line with its field name, and does not check an event that comes in one piece: `onEvent` checks the final
    // length.
    maxBufferSize: maxEventLength + fieldPrefixLength,
    onEvent({ event, data }) {
      if (state === 'closed') return
      if (data.length > maxEventLength || (event !== undefined && event.length > maxEventLength)) return refuseLength()
      if (state === 'ending-after-line' && startsAsJson(data) && !isJsonText(data)) return refuse('the stream ends inside an event')
      if (state === 'ending-inside-line' && !isWholeInItself(data)) return refuse('the stream ends inside an event')
      give(event === undefined ? { type: 'event', data } : { type: 'event', event, data })
    },
    onComment(text) {
      if (state === 'closed' || state === 'ending-inside-line') return
      if (text.length > maxEventLength) return refuseLength()
      give({ type: 'comment', text })
    },
    onError(error) {
      if (error.type === 'max-buffer-size-exceeded' && state !== 'closed') refuseLength()
    },
  })

  function feed(text: string): readonly SseEvent[] {
    first = undefined
    output = undefined
    parser.feed(text)
    return output ?? (first === undefined ? nothing : [first])
  }

  return {
    push(chunk) {
      if (chunk === '' || state === 'closed') return nothing
      lastCharacter = chunk.charAt(chunk.length - 1)
      return feed(chunk)
    },
    end() {
      if (state === 'closed') return nothing
      const insideLine = lastCharacter !== '\n' && lastCharacter !== '\r'
      state = insideLine ? 'ending-inside-line' : 'ending-after-line'
      const last = feed(insideLine ? '\n\n' : '\r\n') // a blank line even after a CR, which would swallow a single LF
      state = 'closed'
      return last
    },
  }
}

function startsAsJson(data: string): boolean {
  return /^\s*[[{]/.test(data) && data !== '[DONE]'
}

/** True if the text cannot be the beginning of a longer event. */
function isWholeInItself(data: string): boolean {
  return data === '[DONE]' || (startsAsJson(data) && isJsonText(data))
}
