import { endsBlankLine } from './ends-blank-line.ts'

/** Where the event ends that has a byte at `index`, its blank line included. */
export function endOfEvent(events: Buffer, index: number): number {
  for (let at = index; at < events.length; at++) if (endsBlankLine(events, at)) return at + 1
  return events.length
}
