import { endsBlankLine } from './ends-blank-line.ts'

/** Where the event begins that has a byte at `index`; `from` is where an event begins before it. */
export function startOfEvent(events: Buffer, index: number, from: number): number {
  for (let at = index - 1; at > from; at--) if (endsBlankLine(events, at)) return at + 1
  return from
}
