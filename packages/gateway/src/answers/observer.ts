import { type AdmittedRequest, contextOf } from '../server/client-request.ts'
import { type Failure, isJsonObject, type JsonObject, parseJson } from '@interlingua/core'
import type { StreamEdge, StreamStatus } from '@interlingua/core/edge'
import { redactCredentialFailure } from '@interlingua/upstreams'

/** Parses the data of one event. `nothing`: it has no data, as in comments; `malformed`: no client can read its data. */
export function parseEvent(text: string): JsonObject | '[DONE]' | 'nothing' | 'malformed' {
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.startsWith('data:'))
  if (lines.length === 0) return 'nothing'
  const data = lines.map((line) => line.slice(line.charAt(5) === ' ' ? 6 : 5)).join('\n')
  if (data.trim() === '[DONE]') return '[DONE]'
  const wire = parseJson(data)
  return isJsonObject(wire) ? wire : 'malformed'
}

const data = 'data:'

/**
 * Offset of the first event whose data is not a JSON object, as clients would read it; the length where there is none. Only the two ends of a line
 * are looked at, since all bytes of all streams pass here: data between braces counts as an object, other data is parsed.
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

/** True if the text begins and ends with a brace, but for a space before it and a carriage return behind it. */
function hasBraces(events: Buffer, start: number, end: number): boolean {
  const first = events[start] === 0x20 ? start + 1 : start
  const last = events[end - 1] === 13 ? end - 2 : end - 1
  return first < last && events[first] === 0x7b && events[last] === 0x7d
}

/** Watches a passing stream: finds by their bytes the few events that matter, and parses only those. */
interface Observer {
  readonly status: StreamStatus
  /** Looks at whole events. Returns the number of bytes before the event that made the stream `malformed`, `broken` or `failed`; else all. */
  look(events: Buffer): number
  /** Failure in the upstream's error event; undefined if there was none. */
  failure(admitted: AdmittedRequest): Failure | undefined
}

export function createObserver(edge: StreamEdge, request: JsonObject, note?: (wire: JsonObject) => void): Observer {
  const status: StreamStatus = { started: false, phase: 'open' }
  const read = edge.createStatusReader()
  const sought = edge.readsAll?.(request) === true ? everything : soughtOf(edge)
  let error: JsonObject | undefined

  /** Reads the event around `index`, and returns its end. */
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
    failure(admitted) {
      if (error === undefined) return undefined
      const { adapter } = admitted.client.edge
      // The parser needs a status, but the upstream named none, so it is left out of the failure.
      const { status: _status, ...failure } = adapter.decodeFailure(
        adapter.parseFailure({ status: 500, headers: {}, body: edge.errorOf?.(error) ?? error }),
        contextOf(admitted),
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

/** Patterns for streams in which each event matters. */
const everything: Sought = { keys: [], words: [Buffer.from('data:')] }

/** First offset at or after `from` of any pattern, -1 if there is none; keys whose value is null are skipped. */
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

/** Offset behind the event that has a byte at `index`, its blank line included. */
function endOfEvent(events: Buffer, index: number): number {
  for (let at = index; at < events.length; at++) if (endsBlankLine(events, at)) return at + 1
  return events.length
}

/** Offset of the event that has a byte at `index`; `from` is the beginning of an earlier event or of the same. */
function startOfEvent(events: Buffer, index: number, from: number): number {
  for (let at = index - 1; at > from; at--) if (endsBlankLine(events, at)) return at + 1
  return from
}

/** True if the byte at `at` ends a blank line. */
function endsBlankLine(events: Buffer, at: number): boolean {
  if (events[at] !== 10) return events[at] === 13 && events[at - 1] === 13
  return events[at - 1] === 10 || (events[at - 1] === 13 && events[at - 2] === 10)
}
