import { unfoldResponse } from '@interlingua/core'
import type { StreamEvent } from '@interlingua/core'
import fc from 'fast-check'
import { arbitraryResponse } from './arbitrary-response.ts'

const draws: fc.Arbitrary<() => number> = fc.infiniteStream(fc.nat({ max: 7 })).map((stream) => {
  const iterator = stream[Symbol.iterator]()
  return () => iterator.next().value ?? 0
})

/** Events of any response, with deltas cut into pieces, one part after the other. They fold to the response that they were made from. */
export const arbitraryOrderedEvents: fc.Arbitrary<readonly StreamEvent[]> = fc
  .tuple(arbitraryResponse, draws)
  .map(([response, draw]) => unfoldResponse(response).flatMap((event) => inPieces(event, draw)))

/**
 * Events of any response as a busy upstream sends them: deltas cut into pieces, parts interleaved, keep-alives in between, usage early or
 * late. They fold to the response that they were made from.
 */
export const arbitraryEvents: fc.Arbitrary<readonly StreamEvent[]> = fc
  .tuple(arbitraryOrderedEvents, draws)
  .map(([events, draw]) => shuffle(events, draw))

function inPieces(event: StreamEvent, draw: () => number): readonly StreamEvent[] {
  if (event.type !== 'part-delta' || !('text' in event.delta) || event.delta.type === 'status') return [event]
  const { delta } = event
  const units = [...delta.text] // by code point: a delta never ends within a pair
  const pieces: StreamEvent[] = []
  for (let i = 0; i < units.length || i === 0;) {
    const size = 1 + draw()
    pieces.push({ ...event, delta: { ...delta, text: units.slice(i, i + size).join('') } })
    i += size
  }
  return pieces
}

/** Moves events past events of other parts, never past those of their own part, their candidate's end or the response's. */
function shuffle(events: readonly StreamEvent[], draw: () => number): readonly StreamEvent[] {
  const mixed = [...events]
  for (let i = 1; i < mixed.length; i++) {
    for (let j = i; j > 1 && draw() > 3; j--) {
      const [before, event] = [mixed[j - 1], mixed[j]]
      if (before === undefined || event === undefined || !maySwap(before, event)) break
      mixed[j - 1] = event
      mixed[j] = before
    }
  }
  return mixed.flatMap((event) => (draw() === 7 && event.type !== 'response-start' ? [{ type: 'keep-alive' } as const, event] : [event]))
}

function maySwap(before: StreamEvent, event: StreamEvent): boolean {
  if (event.type === 'usage') return before.type !== 'response-start'
  const parts = (before.type === 'part-delta' || before.type === 'part-end') && (event.type === 'part-delta' || event.type === 'part-start')
  if (!parts) return false
  return before.part !== event.part
}
