import type { Machine } from '@interlingua/core'
import { createJsonArrayParser } from './create-json-array-parser.ts'
import { createTemplateReader } from './create-template-reader.ts'
import { createSseParser } from './create-sse-parser.ts'
import type { FramingOptions } from './framing-options.ts'
import type { JsonEvent } from './json-event.ts'
import { patternBehind } from './json-pattern.ts'
import type { JsonPattern } from './json-pattern.ts'
import type { SseEvent } from './sse-event.ts'

export interface JsonEventOptions extends FramingOptions {
  /** Framing of the stream. Default `sse`. */
  readonly framing?: 'sse' | 'json-array' | undefined
  /** Key of a member without meaning in a value, for which the value of an earlier event may be returned. Absent: none. */
  readonly padding?: string
}

/** Text of an event in the stream, which repeats line by line except in the slots of its pattern. */
interface EventPattern {
  readonly event: string | undefined
  /** Pattern of the event's data. */
  readonly data: JsonPattern
  /** Pattern of whole lines: the data behind the names of its fields. */
  readonly lines: JsonPattern
}

/** Number of searches for the lines of a pattern; a search fails if a read ends inside the event, or lines end otherwise. */
const looks = 8

/**
 * Parses a stream of JSON values from decoded text, cut anywhere, into events with their data as `read` returns it. As exact as
 * `createSseParser` (or `createJsonArrayParser`) with `JSON.parse`, and cheaper if events repeat: an event that differs from the one before
 * only in a few strings and numbers is recognised without splitting it into lines. Values may share members with earlier ones.
 * https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export function createJsonEventParser<Output>(
  { framing, padding, maxEventLength }: JsonEventOptions,
  read: (event: JsonEvent) => Output,
): Machine<string, Output> {
  const events: Machine<string, SseEvent> = (framing === 'json-array' ? createJsonArrayParser : createSseParser)({ maxEventLength })
  const reader = createTemplateReader(padding)
  /** True if events may be recognised in place. */
  let open = framing !== 'json-array'
  /** True if the text so far consists of complete events. */
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

  /** End of an event at `from` that repeats the known pattern; -1 if it differs, or is incomplete. */
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
    // Mostly there is one event: a growing list costs more than the parsing of a short one.
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

/** Text before the data of the last such event; `undefined` if it is more than field names, or not all in `text`. */
function headOf({ event, data }: TextEvent, text: string): string | undefined {
  const place = text.lastIndexOf(`${data}\n\n`)
  if (place < 0) return undefined
  const before = text.lastIndexOf('\n\n', place)
  const head = text.slice(before < 0 ? 0 : before + 2, place)
  const lines = /^(?:event: ?(.*)\n)?data: ?$/.exec(head)
  // Copied, since a slice would keep the whole input in memory.
  return lines !== null && lines[1] === event ? ` ${head}`.slice(1) : undefined
}
