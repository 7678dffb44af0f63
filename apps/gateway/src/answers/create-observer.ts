import type { Failure, JsonObject } from '@interlingua/core'
import type { StreamEdge, StreamStatus } from '@interlingua/core/edge'
import { contextOf, type Exchange } from '../exchange.ts'
import { parseEvent } from './parse-event.ts'
import { redactCredentialFailure } from './redact-credential-failure.ts'

const data = 'data:'

/**
 * Where the first of these whole events begins whose data is not a JSON object, as clients would read it; the length where there is none.
 * Only the two ends of a line are looked at, since all bytes of all streams pass here: what has braces there is taken for an object, anything
 * else is parsed. An object that is broken inside passes.
 */
function findMalformed(events: Buffer): number {
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

/** Watches a passing stream: finds by their bytes the few events that matter, and parses only those. */
export interface Observer {
  readonly status: StreamStatus
  /**
   * Looks at whole events. Gives how many bytes of them come before the event in which the stream was found `malformed`, `broken` or `failed`;
   * else all.
   */
  look(events: Buffer): number
  /** What the upstream's error event said. */
  failure(exchange: Exchange): Failure | undefined
}

export function createObserver(edge: StreamEdge, request: JsonObject, note?: (wire: JsonObject) => void): Observer {
  const status: StreamStatus = { started: false, phase: 'open' }
  const read = edge.createStatusReader()
  const sought = edge.readsAll?.(request) === true ? everything : soughtOf(edge)
  let error: JsonObject | undefined

  /** Reads the event around `index`; gives where it ends. */
  function readAround(events: Buffer, index: number, start: number): number {
    const end = endOfEvent(events, index)
    const wire = parseEvent(events.toString('utf8', start, end))
    if (wire === undefined || wire === 'nothing' || wire === 'malformed') return end
    read(wire, status)
    if (wire !== '[DONE]') note?.(wire)
    if (status.phase === 'failed' && wire !== '[DONE]') error ??= wire
    return end
  }

  return {
    status,
    look(all) {
      const upTo = findMalformed(all)
      const events = upTo === all.length ? all : all.subarray(0, upTo)
      let from = 0
      while (from < events.length) {
        const index = nextMatch(sought, events, from)
        if (index === -1) break
        const start = startOfEvent(events, index, from)
        from = readAround(events, index, start)
        if (status.phase === 'broken' || status.phase === 'failed') return start
      }
      if (upTo < all.length && status.phase !== 'ended') status.phase = 'malformed'
      return upTo
    },
    failure(exchange) {
      if (error === undefined) return undefined
      const { adapter } = exchange.edge
      // The status is not the upstream's word, only what a parser needs: the code says more.
      const { status: _status, ...failure } = adapter.decodeFailure(
        adapter.parseFailure({ status: 500, headers: {}, body: edge.errorOf?.(error) ?? error }),
        contextOf(exchange),
      )
      return redactCredentialFailure(failure)
    },
  }
}

/** The patterns of a format as bytes, made once. */
interface Sought {
  readonly keys: readonly Buffer[]
  readonly words: readonly Buffer[]
}

const known = new WeakMap<StreamEdge, Sought>()

function soughtOf(edge: StreamEdge): Sought {
  let sought = known.get(edge)
  if (sought === undefined) {
    const bytesOf = (text: string): Buffer => Buffer.from(text)
    known.set(edge, (sought = { keys: edge.patterns.keys.map(bytesOf), words: edge.patterns.words.map(bytesOf) }))
  }
  return sought
}

/** Where each event matters. */
const everything: Sought = { keys: [], words: [Buffer.from('data:')] }

/** The first place at or after `from` of any pattern; keys whose value is null are none. */
function nextMatch({ keys, words }: Sought, events: Buffer, from: number): number {
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

/** Where the event ends that has a byte at `index`, its blank line included. */
function endOfEvent(events: Buffer, index: number): number {
  for (let at = index; at < events.length; at++) if (endsBlankLine(events, at)) return at + 1
  return events.length
}

/** Where the event begins that has a byte at `index`; `from` is where an event begins before it. */
function startOfEvent(events: Buffer, index: number, from: number): number {
  for (let at = index - 1; at > from; at--) if (endsBlankLine(events, at)) return at + 1
  return from
}

/** Whether the byte at `at` ends a blank line. */
function endsBlankLine(events: Buffer, at: number): boolean {
  if (events[at] !== 10) return events[at] === 13 && events[at - 1] === 13
  return events[at - 1] === 10 || (events[at - 1] === 13 && events[at - 2] === 10)
}
