import { finishOfStop } from './cut-at-stops.ts'
import type { Machine } from './machine.ts'
import { createStopMatcher, type StopMatcher } from './stop-matcher.ts'
import type { StreamEvent } from './stream-event.ts'

type Start = Extract<StreamEvent, { type: 'part-start' }>

/** A text part that is being written. */
interface OpenText {
  readonly matcher: StopMatcher
  /** Start event of the part, held until there is text to show: a part that is cut away whole is not part of the response. Absent: sent. */
  start: Start | undefined
}

/**
 * Ends a stream at the first of `stops`, as an upstream does that is sent these stop sequences (`Reversals.stops`). Stands between decoder
 * and encoder; drops everything after the sequence except usage, which the upstream goes on to count.
 */
export function createStopCutter(stops: readonly string[]): Machine<StreamEvent, StreamEvent> {
  const texts = new Map<number, OpenText>()
  /** Candidate index of each open part. */
  const open = new Map<number, number>()
  /** Sequence at which a candidate was cut, by candidate index. */
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
    // The start of the part goes out before its first text.
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
