import type { Failure, JsonObject } from '@interlingua/core'
import { contextOf, type Exchange } from '../exchange.ts'
import { endOfEvent } from './end-of-event.ts'
import { findMalformed } from './find-malformed.ts'
import { hideCredentialFailure } from './hide-credential-failure.ts'
import { parseEvent } from './parse-event.ts'
import { startOfEvent } from './start-of-event.ts'
import type { Sighting, StreamMarks } from './stream-marks.ts'

/** Watches a passing stream: finds by their bytes the few events that matter, and parses only those. */
export interface Observer {
  readonly sighting: Sighting
  /**
   * Looks at whole events. Gives how many bytes of them come before the event in which the stream was found `malformed`, `broken` or `failed`;
   * else all.
   */
  look(events: Buffer): number
  /** What the upstream's error event said. */
  failure(exchange: Exchange): Failure | undefined
}

export function createObserver(marks: StreamMarks, request: JsonObject, note?: (wire: JsonObject) => void): Observer {
  const sighting: Sighting = { started: false, phase: 'open' }
  const read = marks.createReader()
  const sought = marks.readsAll?.(request) === true ? everything : marks
  let error: JsonObject | undefined

  /** Reads the event around `index`; gives where it ends. */
  function readAround(events: Buffer, index: number, start: number): number {
    const end = endOfEvent(events, index)
    const wire = parseEvent(events.toString('utf8', start, end))
    if (wire === undefined || wire === 'nothing' || wire === 'malformed') return end
    read(wire, sighting)
    if (wire !== '[DONE]') note?.(wire)
    if (sighting.phase === 'failed' && wire !== '[DONE]') error ??= wire
    return end
  }

  return {
    sighting,
    look(all) {
      const upTo = findMalformed(all)
      const events = upTo === all.length ? all : all.subarray(0, upTo)
      let from = 0
      while (from < events.length) {
        const index = nextMark(sought, events, from)
        if (index === -1) break
        const start = startOfEvent(events, index, from)
        from = readAround(events, index, start)
        if (sighting.phase === 'broken' || sighting.phase === 'failed') return start
      }
      if (upTo < all.length && sighting.phase !== 'ended') sighting.phase = 'malformed'
      return upTo
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

/** Where each event matters. */
const everything: Pick<StreamMarks, 'keys' | 'words'> = { keys: [], words: [Buffer.from('data:')] }

/** The first place at or after `from` of any mark; keys whose value is null are none. */
function nextMark({ keys, words }: Pick<StreamMarks, 'keys' | 'words'>, events: Buffer, from: number): number {
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
