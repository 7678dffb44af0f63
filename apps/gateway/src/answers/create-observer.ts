import { isJsonObject, parseJson, type Failure, type JsonObject } from '@interlingua/core'
import { contextOf, type Exchange } from '../exchange.ts'
import { hideCredentialFailure } from './hide-credential-failure.ts'
import type { Sighting, StreamMarks } from './stream-marks.ts'

/** Watches a passing stream: finds by their bytes the few events that matter, and parses only those. */
export interface Observer {
  readonly sighting: Sighting
  /** Looks at whole events. Gives how many bytes of them come before the event in which the stream was found `broken` or `failed`; else all. */
  look(events: Buffer): number
  /** What the upstream's error event said. */
  failure(exchange: Exchange): Failure | undefined
}

export function createObserver(marks: StreamMarks, request: JsonObject, note?: (wire: JsonObject) => void): Observer {
  const sighting: Sighting = { started: false, phase: 'open' }
  const read = marks.createReader(request)
  let error: JsonObject | undefined

  /** Reads the event around `index`; gives where it ends. */
  function readAround(events: Buffer, index: number, start: number): number {
    const end = endOfEvent(events, index)
    const wire = parseEvent(events.toString('utf8', start, end))
    if (wire === undefined) return end
    read(wire, sighting)
    if (wire !== '[DONE]') note?.(wire)
    if (sighting.phase === 'failed' && wire !== '[DONE]') error ??= wire
    return end
  }

  return {
    sighting,
    look(events) {
      let from = 0
      while (from < events.length) {
        const index = nextMark(marks, events, from)
        if (index === -1) break
        const start = startOfEvent(events, index, from)
        from = readAround(events, index, start)
        if (sighting.phase === 'broken' || sighting.phase === 'failed') return start
      }
      return events.length
    },
    failure(exchange) {
      if (error === undefined) return undefined
      const { adapter } = exchange.door
      // The status is not the upstream's word, only what a parser needs: the code says more.
      const { status: _status, ...failure } = adapter.decodeFailure(
        adapter.parseFailure({ status: 500, headers: {}, body: marks.errorOf?.(error) ?? error }),
        contextOf(exchange),
      )
      return hideCredentialFailure(failure)
    },
  }
}

/** The first place at or after `from` of any mark; keys whose value is null are none. */
function nextMark({ keys, words }: StreamMarks, events: Buffer, from: number): number {
  let nearest = -1
  for (const word of words) {
    const index = events.indexOf(word, from)
    if (index !== -1 && (nearest === -1 || index < nearest)) nearest = index
  }
  for (const key of keys) {
    let index = events.indexOf(key, from)
    while (index !== -1 && isNull(events, index + key.length)) index = events.indexOf(key, index + key.length)
    if (index !== -1 && (nearest === -1 || index < nearest)) nearest = index
  }
  return nearest
}

function isNull(events: Buffer, from: number): boolean {
  let index = from
  while (events[index] === 0x20 || events[index] === 0x3a) index++
  return events[index] === 0x6e // n
}

function startOfEvent(events: Buffer, index: number, from: number): number {
  for (let at = index - 1; at > from; at--) if (isBreak(events, at)) return at + 1
  return from
}

function endOfEvent(events: Buffer, index: number): number {
  for (let at = index; at < events.length; at++) if (isBreak(events, at)) return at + 1
  return events.length
}

/** Whether the byte at `at` ends a blank line. */
function isBreak(events: Buffer, at: number): boolean {
  if (events[at] !== 10) return events[at] === 13 && events[at - 1] === 13
  return events[at - 1] === 10 || (events[at - 1] === 13 && events[at - 2] === 10)
}

function parseEvent(text: string): JsonObject | '[DONE]' | undefined {
  const data = text
    .split(/\r\n|\n|\r/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(line.charAt(5) === ' ' ? 6 : 5))
    .join('\n')
  if (data === '[DONE]') return data
  const wire = parseJson(data)
  return isJsonObject(wire) ? wire : undefined
}
