import type { GenerateRequest, GenerateResponse, Json, Notice, Pointer } from '@interlingua/core'
import { attempt } from './attempt.ts'
import { covers } from './covers.ts'
import { alignedDiff } from './aligned-diff.ts'
import type { Difference } from './aligned-diff.ts'
import { diff } from './diff.ts'
import { canonicalEquivalence } from './equivalence.ts'
import { withLeaf } from './json-leaves.ts'
import type { Translated, Translation } from './pair.ts'
import type { Violation } from './violation.ts'
import { wirePlace } from './wire-place.ts'

export interface RoundTrip {
  readonly there: Translation
  readonly back: Translation
  /** Decoder of the source format, to compare documents by meaning rather than spelling. */
  readonly decode: (document: unknown, reported: readonly Notice[]) => GenerateRequest | GenerateResponse
  /** Decoder of the target's documents, for the law of the second trip. Absent: that law compares wire documents. */
  readonly decodeThere?: (document: unknown) => GenerateRequest | GenerateResponse
  /** True for canonical places that may differ for reasons of their own. Absent: none. */
  readonly inert?: (path: string, kind: Difference['kind']) => boolean
  /** Wire places that express one thing together: a report at one covers the others. Absent: none. */
  readonly related?: (place: Pointer) => readonly Pointer[]
  /** The same for the target's documents. */
  readonly relatedThere?: (place: Pointer) => readonly Pointer[]
}

/**
 * Law "round trip": after a translation to the other format and back, every difference in meaning lies under a reported path. A difference
 * that the way back reported is traced: values that depend on that place of the middle document may differ.
 */
export function lawRoundTrip(name: string, trip: RoundTrip, document: Json): readonly Violation[] {
  return attempt(name, (say) => {
    const there = trip.there(document)
    if (there.type === 'refused') return
    const back = trip.back(there.output)
    if (back.type === 'refused') return say('', `the way back is refused at ${back.path}: ${back.message}`)
    const before = trip.decode(document, there.notices)
    const moved = there.notices.filter(isMove)
    const leftOut = back.notices.filter(({ kind, code }) => kind === 'dropped' || code.endsWith('/media-left-out'))
    const differences = alignedDiff(before, trip.decode(back.output, []), canonicalEquivalence)
    const replaced = differences.flatMap(
      ({ path, kind }) => (kind === 'changed' && isPartType(path) ? [path.slice(0, -'/type'.length) as Pointer] : []), // a pointer up to one of its slashes
    )
    for (const { path, kind } of differences) {
      if (trip.inert?.(path, kind)) continue
      const place = wirePlace(before, path)
      const places = [place, ...(trip.related?.(place) ?? [])]
      if (places.some((each) => covers(there.notices, each))) continue
      if (neighbours(before, path).some((each) => moved.some((notice) => covers([notice], each)))) continue
      // A new value was moved to its place, or made of something that was reported beside it.
      if (kind === 'new' && covers(there.notices, `/${place.split('/')[1] ?? ''}`)) continue
      if (kind === 'new' && isSynthesized([...there.notices, ...back.notices])) continue
      if (kind === 'new') places.push(parentOf(place))
      if (places.some((each) => dependsOn(trip.there, document, each, there, back.notices))) continue
      // A part that the way back left out is replaced by words, which hold nothing of it.
      const whole = replaced.find((each) => path.startsWith(`${each}/`))
      if (whole !== undefined && dependsOn(trip.there, document, wirePlace(before, whole), there, leftOut)) continue
      say(place, `${kind} after the round trip, unreported (canonical ${path})`)
    }
  })
}

/** True for notices about values that were moved, joined to a neighbour, or made up. */
function isMove({ kind, code }: Notice): boolean {
  return kind === 'repaired' || kind === 'synthesized' || code.endsWith('/instruction-folded')
}

function isPartType(path: string): boolean {
  return /\/parts\/\d+\/type$/.test(path)
}

/** Wire places of the turn with a difference and of its neighbours, since moving, joining and making up affects all three. */
function neighbours(before: GenerateRequest | GenerateResponse, path: string): readonly Pointer[] {
  const turn = /^\/turns\/(\d+)/.exec(path)?.[1]
  if (turn === undefined || !('turns' in before)) return []
  const near = before.turns.slice(Math.max(0, Number(turn) - 1), Number(turn) + 2)
  return near.flatMap(({ at, parts }) => [at, ...parts.map((part) => part.at)]).filter((at) => at !== undefined)
}

/** Wire places of the parts beside the one with a difference, since texts become one if the part between them is gone. */
function between(before: GenerateRequest | GenerateResponse, path: string): readonly Pointer[] {
  const [, candidate, part] = /^\/candidates\/(\d+)\/parts\/(\d+)/.exec(path) ?? []
  if (part === undefined || !('candidates' in before)) return []
  const near = before.candidates[Number(candidate)]?.parts.slice(Math.max(0, Number(part) - 1), Number(part) + 2) ?? []
  return near.flatMap(({ at }) => at ?? [])
}

function parentOf(place: Pointer): Pointer {
  return place.slice(0, Math.max(0, place.lastIndexOf('/'))) as Pointer // a pointer up to one of its slashes is a pointer
}

/** True if a notice reports a made-up value: such a value has no place in the source, so the notice stands at its cause. */
function isSynthesized(notices: readonly Notice[]): boolean {
  return notices.some(({ kind }) => kind === 'synthesized')
}

/** True if the place in the source affects a place in the middle document where the way back reported something. */
function dependsOn(there: Translation, document: Json, place: Pointer, base: Translated, notices: readonly Notice[]): boolean {
  if (base.type === 'refused' || notices.length === 0) return false
  const keys = place
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  const without = there(withLeaf(document, keys, undefined))
  if (without.type === 'refused') return false
  return diff(base.output, without.output).some((path) => covers(notices, path))
}

/**
 * Law "second trip": a document that survived one round trip survives a second one unchanged, and without notices other than those that
 * undo the way home. `counterparts` names these notices, and each counts for one.
 */
export function lawSecondTrip(
  name: string,
  trip: RoundTrip,
  document: Json,
  free: ReadonlySet<string> = new Set(),
  counterparts: ReadonlyMap<string, string> = new Map(),
): readonly Violation[] {
  return attempt(name, (say) => {
    const first = trip.there(document)
    if (first.type === 'refused') return
    const home = trip.back(first.output)
    if (home.type === 'refused') return say('', `the way back is refused at ${home.path}: ${home.message}`)
    const second = trip.there(home.output)
    if (second.type === 'refused') return say('', `the second trip is refused at ${second.path}: ${second.message}`)
    const decode = trip.decodeThere
    if (decode === undefined) {
      for (const path of diff(first.output, second.output)) {
        if (isSynthesized(home.notices) && isAbsent(first.output, path)) continue
        if (!covers(home.notices, path)) say(path, 'the second trip gives another document')
      }
    } else {
      const before = decode(first.output)
      // A document's title is a text of its own in formats whose documents have no title.
      const moved = home.notices.filter((notice) => isMove(notice) || notice.code.endsWith('/document-title'))
      for (const { path, kind } of alignedDiff(before, decode(second.output), canonicalEquivalence)) {
        const place = wirePlace(before, path)
        if (kind === 'new' && isSynthesized(home.notices)) continue
        // A value that the way home could not carry did not survive the first trip.
        if ([place, ...(trip.relatedThere?.(place) ?? [])].some((each) => covers(home.notices, each))) continue
        if (neighbours(before, path).some((each) => moved.some((notice) => covers([notice], each)))) continue
        if (between(before, path).some((each) => home.notices.some((notice) => notice.kind === 'dropped' && notice.path === each))) continue
        say(place, `the second trip gives another document: ${kind} (canonical ${path})`)
      }
    }
    const undone = home.notices.map(({ code }) => nameOf(code))
    for (const { code, path } of second.notices) {
      const counterpart = undone.indexOf(counterparts.get(nameOf(code)) ?? '')
      if (counterpart !== -1) undone.splice(counterpart, 1)
      else if (!free.has(code)) say(path, `the second trip reports ${code}`)
    }
  })
}

/** Code of a notice without its format. */
function nameOf(code: string): string {
  return code.slice(code.indexOf('/') + 1)
}

function isAbsent(document: Json, path: Pointer): boolean {
  let value: unknown = document
  for (const key of path.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null) return true
    value = (value as Readonly<Record<string, unknown>>)[key.replaceAll('~1', '/').replaceAll('~0', '~')] // only reads
  }
  return value === undefined
}
