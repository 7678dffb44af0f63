import type { Delta, StreamEvent } from '@interlingua/core'
import { splitTokens } from './split-tokens.ts'

/**
 * The events of a whole answer at a provider's pace: texts and arguments in pieces of `size` tokens, candidates side by side, parts
 * numbered by their first appearance.
 */
export function paceEvents(events: readonly StreamEvent[], size = 3): readonly StreamEvent[] {
  const head: StreamEvent[] = []
  const tail: StreamEvent[] = []
  const lanes = new Map<number, StreamEvent[]>()
  for (let i = 0; i < events.length; i++) {
    const event = events[i]
    const next = events[i + 1]
    if (event && 'candidate' in event) {
      const lane = lanes.get(event.candidate) ?? []
      lanes.set(event.candidate, lane)
      if (next && isText(event) && isLogprobs(next)) {
        for (const piece of interleaved([cut(event, size), cut(next, size)])) lane.push(piece)
        i++
      } else for (const piece of cut(event, size)) lane.push(piece)
    } else if (event) (lanes.size === 0 ? head : tail).push(event)
  }
  return [...head, ...numbered(interleaved([...lanes.values()])), ...tail]
}

function isText(event: StreamEvent): boolean {
  return event.type === 'part-delta' && event.delta.type === 'text'
}

/** True for log probabilities, which unfolding puts right after their text. */
function isLogprobs(event: StreamEvent): boolean {
  return event.type === 'part-delta' && event.delta.type === 'logprobs'
}

function cut(event: StreamEvent, size: number): readonly StreamEvent[] {
  if (event.type !== 'part-delta') return [event]
  const { delta } = event
  if (delta.type === 'logprobs') {
    const pieces: StreamEvent[] = []
    for (let i = 0; i < delta.logprobs.length; i += size)
      pieces.push({ ...event, delta: { type: 'logprobs', logprobs: delta.logprobs.slice(i, i + size) } })
    return pieces
  }
  if (delta.type !== 'text' && delta.type !== 'arguments' && delta.type !== 'reasoning') return [event]
  const tokens = splitTokens(delta.text)
  const pieces: StreamEvent[] = []
  for (let i = 0; i < tokens.length; i += size) pieces.push({ ...event, delta: withText(delta, tokens.slice(i, i + size).join('')) })
  return pieces.length > 0 ? pieces : [event]
}

function withText(delta: Extract<Delta, { text: string }>, text: string): Delta {
  return { ...delta, text }
}

function interleaved(lanes: readonly (readonly StreamEvent[])[]): readonly StreamEvent[] {
  if (lanes.length === 1) return lanes[0] ?? []
  const longest = Math.max(0, ...lanes.map(({ length }) => length))
  return Array.from({ length: longest }, (_, i) => lanes.flatMap((lane) => lane.slice(i, i + 1))).flat()
}

function numbered(events: readonly StreamEvent[]): readonly StreamEvent[] {
  const numbers = new Map<number, number>()
  return events.map((event) => {
    if (event.type === 'part-start') numbers.set(event.part, numbers.size)
    return 'part' in event ? { ...event, part: numbers.get(event.part) ?? event.part } : event
  })
}
