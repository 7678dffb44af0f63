import type { Machine } from '@interlingua/core'
import { createJsonArrayParser } from './create-json-array-parser.ts'
import { createRepeatReader } from './create-repeat-reader.ts'
import { createSseParser } from './create-sse-parser.ts'
import type { FramingOptions } from './framing-options.ts'
import type { JsonEvent } from './json-event.ts'
import { patternBehind } from './json-pattern.ts'
import type { JsonPattern } from './json-pattern.ts'
import type { SseEvent } from './sse-event.ts'

export interface JsonEventOptions extends FramingOptions {
  /** Server-sent events, unless it is one JSON array. */
  readonly framing?: 'sse' | 'json-array' | undefined
  /** The key of what means nothing in a value: it may be that of an earlier one. */
  readonly padding?: string
}

/** An event as it stands in the stream, line by line: its lines are always the same but for the holes of the pattern. */
interface EventPattern {
  readonly event: string | undefined
  /** The pattern of its data. */
  readonly data: JsonPattern
  /** The same behind the names of its fields. */
  readonly lines: JsonPattern
}

/** Looks for the lines of a pattern: each is in vain where a read ends in the middle of the event, or the lines end otherwise. */
const looks = 8

/**
 * A stream of JSON values as a machine over decoded text, cut anywhere: events and their data in one, each as `read` takes it. As exact as
 * `createSseParser` (or `createJsonArrayParser`) with `JSON.parse` behind it, and cheaper where events repeat one another: an event that says
 * what the one before said, but for a few strings and numbers, is recognised where it stands and not split into lines. Values may share
 * members with those that were given before.
 * https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export function createJsonEventParser<Output>(
  { framing, padding, maxEventLength }: JsonEventOptions,
  read: (event: JsonEvent) => Output,
): Machine<string, Output> {
  const events: Machine<string, SseEvent> = (framing === 'json-array' ? createJsonArrayParser : createSseParser)({ maxEventLength })
  const reader = createRepeatReader(padding)
  /** Whether events may be recognised where they stand. */
  let open = framing !== 'json-array'
  /** What was read so far is whole events. */
  let whole = false
  let known: EventPattern | undefined
  let sought: JsonPattern | undefined
  let looksLeft = 0

  const readEvent = (event: SseEvent, text: string): Output => {
    if (event.type !== 'event') {
      if (event.type === 'invalid') open = false
      return read(event)
    }
    const value = reader.parse(event.data)
    if (value === undefined) return read(event)
    const data = reader.fitting()
    if (data !== undefined && data !== known?.data && open) seek(data, event, text)
    return read({ type: 'json', event: event.event, value })
  }

  const seek = (data: JsonPattern, event: TextEvent, text: string): void => {
    if (data !== sought) looksLeft = looks
    sought = data
    if (looksLeft-- <= 0) return
    const head = headOf(event, text)
    if (head !== undefined) known = { event: event.event, data, lines: patternBehind(head, data) }
  }

  /** Behind the event at `from` that says again what is known; -1 where it says something else, or is not all there. */
  const endOfKnown = (text: string, from: number, { lines }: EventPattern): number => {
    const end = reader.match(text, from, lines)
    const ended = end > 0 && text.charCodeAt(end) === 10 && text.charCodeAt(end + 1) === 10
    return ended && end - from <= maxEventLength ? end + 2 : -1
  }

  const readKnown = ({ event, lines }: EventPattern): Output => read({ type: 'json', event, value: reader.value(lines) })

  const readRest = (text: string, outputs: Output[]): readonly Output[] => {
    const found = events.push(text)
    whole = text.endsWith('\n\n')
    const [first] = found
    // Mostly one event: a list that grows costs more than the parsing of a short one.
    if (first !== undefined && found.length === 1 && outputs.length === 0) return [readEvent(first, text)]
    for (const event of found) outputs.push(readEvent(event, text))
    return outputs
  }

  return {
    push(text) {
      if (!whole || !open || known === undefined) return readRest(text, [])
      let at = endOfKnown(text, 0, known)
      if (at < 0) return text === '' ? [] : readRest(text, [])
      const first = readKnown(known)
      if (at === text.length) return [first]
      const outputs = [first]
      for (let end = endOfKnown(text, at, known); end > 0; end = endOfKnown(text, at, known)) {
        outputs.push(readKnown(known))
        at = end
      }
      return at === text.length ? outputs : readRest(text.slice(at), outputs)
    },
    end: () => events.end().map((event) => readEvent(event, '')),
  }
}

type TextEvent = SseEvent & { readonly type: 'event' }

/** What stands before the data of the last event with these in a text; `undefined` where that is more than its names, or not all in it. */
function headOf({ event, data }: TextEvent, text: string): string | undefined {
  const place = text.lastIndexOf(`${data}\n\n`)
  if (place < 0) return undefined
  const before = text.lastIndexOf('\n\n', place)
  const head = text.slice(before < 0 ? 0 : before + 2, place)
  const lines = /^(?:event: ?(.*)\n)?data: ?$/.exec(head)
  // A piece of what was read would keep hold of all of it.
  return lines !== null && lines[1] === event ? ` ${head}`.slice(1) : undefined
}
