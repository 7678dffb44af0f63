import { endOfEvent } from './end-of-event.ts'
import { parseEvent } from './parse-event.ts'
import { startOfEvent } from './start-of-event.ts'

const data = 'data:'

/**
 * Where the first of these whole events begins whose data is not a JSON object, as clients would read it; the length where there is none.
 * Only the two ends of a line are looked at, since all bytes of all streams pass here: what has braces there is taken for an object, anything
 * else is parsed. An object that is broken inside passes.
 */
export function findMalformed(events: Buffer): number {
  let at = 0
  while (at < events.length) {
    const found = events.indexOf(10, at)
    const end = found === -1 ? events.length : found
    if (isData(events, at) && !hasBraces(events, at + data.length, end)) {
      const start = startOfEvent(events, at, 0)
      const next = endOfEvent(events, at)
      if (parseEvent(events.toString('utf8', start, next)) === 'malformed') return start
      at = next
    } else at = end + 1
  }
  return events.length
}

function isData(events: Buffer, at: number): boolean {
  for (let index = 0; index < data.length; index++) if (events[at + index] !== data.charCodeAt(index)) return false
  return true
}

/** Whether the text between begins and ends with a brace, but for a space before it and a carriage return behind it. */
function hasBraces(events: Buffer, start: number, end: number): boolean {
  const first = events[start] === 0x20 ? start + 1 : start
  const last = events[end - 1] === 13 ? end - 2 : end - 1
  return first < last && events[first] === 0x7b && events[last] === 0x7d
}
