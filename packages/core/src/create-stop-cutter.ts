import { finishOfStop } from './cut-at-stops.ts'
import type { Machine } from './machine.ts'
import { createStopMatcher, type StopMatcher } from './stop-matcher.ts'
import type { StreamEvent } from './stream-event.ts'

type Start = Extract<StreamEvent, { type: 'part-start' }>

/** A text that is being written. */
interface OpenText {
  readonly matcher: StopMatcher
  /** Its beginning, until there is something to show: a text of which nothing is left is no part of the answer. */
  start: Start | undefined
}

/**
 * A stream as it is where the upstream ends it at one of `stops`: for stop sequences that it was not told (`Reversals.stops`). It stands
 * between the decoder and the encoder. What comes after one is dropped, but for the usage: the upstream goes on to write, and counts it.
 */
export function createStopCutter(stops: readonly string[]): Machine<StreamEvent, StreamEvent> {
  const texts = new Map<number, OpenText>()
  /** The candidate of each part that was begun and not ended. */
  const open = new Map<number, number>()
  /** By candidate: the sequence at which it ended. */
  const ended = new Map<number, string>()
  const uncut = new Set<number>()

  function begin(event: Start, out: StreamEvent[]): void {
    const { candidate, part, value } = event
    open.set(part, candidate)
    if (value.type !== 'text') return void out.push(event)
    const text: OpenText = { matcher: createStopMatcher(stops), start: { ...event, value: { ...value, text: '' } } }
    texts.set(part, text)
    if (value.text !== '') write(text, candidate, part, value.text, out)
  }

  function write(text: OpenText, candidate: number, part: number, piece: string, out: StreamEvent[]): void {
    const { text: shown, found } = text.matcher.push(piece)
    if (shown !== '') show(text, candidate, part, shown, out)
    if (found === undefined) return
    ended.set(candidate, found)
    for (const [other, of] of open) {
      if (of !== candidate) continue
      open.delete(other)
      const unshown = texts.get(other)?.start !== undefined
      texts.delete(other)
      if (!unshown) out.push({ type: 'part-end', candidate, part: other })
    }
  }

  function show(text: OpenText, candidate: number, part: number, shown: string, out: StreamEvent[]): void {
    // As the wire had it: the first words of a text may stand in its beginning.
    reveal(text, out)
    out.push({ type: 'part-delta', candidate, part, delta: { type: 'text', text: shown } })
  }

  function reveal(text: OpenText, out: StreamEvent[]): void {
    if (text.start) out.push(text.start)
    text.start = undefined
  }

  function end(event: Extract<StreamEvent, { type: 'part-end' }>, out: StreamEvent[]): void {
    const { candidate, part } = event
    open.delete(part)
    const text = texts.get(part)
    if (text) {
      const rest = text.matcher.rest()
      if (rest !== '') show(text, candidate, part, rest, out)
      reveal(text, out)
      texts.delete(part)
    }
    out.push(event)
  }

  function flush(out: StreamEvent[]): void {
    for (const [part, text] of texts) {
      const rest = text.matcher.rest()
      const candidate = open.get(part) ?? 0
      if (rest !== '') show(text, candidate, part, rest, out)
    }
    texts.clear()
  }

  function push(event: StreamEvent): readonly StreamEvent[] {
    const out: StreamEvent[] = []
    if ('candidate' in event && event.type !== 'candidate-end' && ended.has(event.candidate)) return out
    switch (event.type) {
      case 'part-start':
        begin(event, out)
        return out
      case 'part-delta': {
        const text = texts.get(event.part)
        if (text === undefined) return [event]
        if (event.delta.type === 'text') write(text, event.candidate, event.part, event.delta.text, out)
        else {
          reveal(text, out)
          out.push(event)
        }
        return out
      }
      case 'part-end':
        end(event, out)
        return out
      case 'candidate-end': {
        const found = ended.get(event.candidate)
        if (found !== undefined) return [{ type: 'candidate-end', candidate: event.candidate, finish: finishOfStop(found) }]
        if (event.finish.unified !== 'stop') uncut.add(event.candidate)
        return [event]
      }
      case 'failure':
        flush(out)
        out.push(event)
        return out
      case 'response-end':
        flush(out)
        out.push(ended.size > 0 && uncut.size === 0 && event.status === 'incomplete' ? { ...event, status: 'completed' } : event)
        return out
      default:
        return [event]
    }
  }

  return { push, end: () => [] }
}
