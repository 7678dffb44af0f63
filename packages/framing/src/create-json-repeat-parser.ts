import { parseJson } from '@interlingua/core'
import type { Json } from '@interlingua/core'
import { copierOf } from './copier-of.ts'
import type { Copier } from './copier-of.ts'
import { endOfString } from './end-of-string.ts'
import { outlineOf } from './outline-of.ts'
import type { JsonOutline } from './outline-of.ts'

/** A value of which some members are new in each text. All others are shared: nobody edits a wire document in place. */
interface Mould {
  readonly base: Container
  readonly copy: Copier
  readonly changing: readonly { readonly key: string | number; readonly hole: number }[]
  readonly within: readonly { readonly key: string | number; readonly mould: Mould }[]
}

interface Pattern {
  readonly shape: string
  /** Indexes, among the values of the outline, of those that change. */
  readonly changing: ReadonlySet<number>
  readonly holes: readonly Hole[]
  readonly after: string
  readonly mould: Mould
}

interface Hole {
  /** The text between the value before it and this one. */
  readonly before: string
  readonly kind: 'string' | 'integer' | 'padding'
}

type Container = Json[] | { [key: string]: Json }

/** Longer texts are no deltas. */
const maxLength = 4096
/** Texts that do not begin alike are not looked at. */
const headLength = 24
/** To look for a pattern takes the time that as many texts that fit it save, about. */
const costOfLook = 16

/**
 * `JSON.parse` for texts most of which say the same as the one before but for a few strings and numbers, as the events of a stream do: only
 * those are read, which takes about half of the time. `undefined` where the text is not JSON. Values may share members with those that were
 * given before. What stands under the key `padding` of a text means nothing: it may be that of an earlier text.
 */
export function createJsonRepeatParser(padding?: string): (text: string) => Json | undefined {
  let pattern: Pattern | undefined
  let last = ''
  const found: Json[] = []
  /** A few looks for nothing; then only what has been saved is spent. */
  let credit = 5 * costOfLook

  const learn = (text: string, value: Json): void => {
    const before = last
    const alike = before.length > headLength && text.startsWith(before.slice(0, headLength))
    // A piece of what was read would keep hold of all of it; a piece of a text that was made for it keeps hold of nothing else.
    last = text.length > maxLength ? '' : ` ${text}`.slice(1)
    if (!alike || last === '' || ++credit < costOfLook) return
    credit -= costOfLook
    const old = outlineOf(before)
    const outline = outlineOf(last)
    if (old === undefined || outline === undefined || old.shape !== outline.shape) return
    const changing = new Set(pattern?.shape === outline.shape ? pattern.changing : [])
    outline.values.forEach((place, index) => {
      const other = old.values[index]
      if (other === undefined || last.slice(place.start, place.end) !== before.slice(other.start, other.end)) changing.add(index)
    })
    pattern = patternOf(last, value, outline, changing, padding)
  }

  /** Leaves the values that change in `found`. */
  const fits = (text: string, { holes, after }: Pattern): boolean => {
    let at = 0
    for (let i = 0; i < holes.length; i++) {
      const { before, kind } = holes[i] as Hole // in range
      const start = at + before.length
      if (text.slice(at, start) !== before) return false
      if (kind !== 'integer') {
        if (text.charCodeAt(start) !== 34) return false
        at = endOfString(text, start)
        if (at === 0) return false
        if (kind === 'string') found[i] = readString(text, start, at)
      } else {
        at = start
        let value = 0
        for (let unit = text.charCodeAt(at); unit >= 48 && unit <= 57; unit = text.charCodeAt(++at)) value = value * 10 + unit - 48
        // As short as it can be written, and exact.
        if (at === start || at - start > 15 || (at - start > 1 && text.charCodeAt(start) === 48)) return false
        found[i] = value
      }
    }
    const end = at + after.length
    return text.slice(at, end) === after && isClosed(text, end)
  }

  return (text) => {
    if (pattern !== undefined) {
      let known: boolean
      try {
        known = fits(text, pattern)
      } catch {
        return parseJson(text)
      }
      if (known) {
        credit++
        return cast(pattern.mould, found)
      }
    }
    const value = parseJson(text)
    if (typeof value === 'object' && value !== null && text.endsWith('}')) learn(text, value)
    return value
  }
}

/** The engine copies a piece of a text as short as this; a longer one would keep hold of all of the text. */
const copiedLength = 12

/** The string between the quotes at `start` and before `end`. Throws where it is no JSON. */
function readString(text: string, start: number, end: number): string {
  if (end - start > copiedLength + 2 || !isPlain(text, start + 1, end - 1)) return JSON.parse(text.slice(start, end)) as string // in quotes
  return text.slice(start + 1, end - 1)
}

/** Whether nothing there is escaped or would have to be. */
function isPlain(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at)
    if (unit < 32 || unit === 92) return false
  }
  return true
}

function patternOf(
  text: string,
  value: Json,
  { shape, values }: JsonOutline,
  changing: ReadonlySet<number>,
  padding: string | undefined,
): Pattern | undefined {
  const holes: Hole[] = []
  const places: Place[] = []
  let at = 0
  values.forEach(({ start, end, kind, path }, index) => {
    if (!changing.has(index)) return
    const idle = kind === 'string' && path.length === 1 && path[0] === padding
    if (!idle) places.push({ path, hole: holes.length })
    holes.push({ before: text.slice(at, start), kind: idle ? 'padding' : kind })
    at = end
  })
  const mould = mouldOf(value, places, 0)
  return mould && { shape, changing, holes, after: text.slice(at).replace(/\s*}$/, ''), mould }
}

interface Place {
  readonly path: readonly (string | number)[]
  readonly hole: number
}

function mouldOf(value: Json | undefined, places: readonly Place[], depth: number): Mould | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const changing: { key: string | number; hole: number }[] = []
  const inner = new Map<string | number, Place[]>()
  for (const place of places) {
    const key = place.path[depth] ?? ''
    if (place.path.length === depth + 1) changing.push({ key, hole: place.hole })
    else inner.set(key, [...(inner.get(key) ?? []), place])
  }
  const within: { key: string | number; mould: Mould }[] = []
  const base = value as Container // only ever copied
  for (const [key, list] of inner) {
    const mould = mouldOf((base as { [key: string]: Json })[key], list, depth + 1) // the index of a list is a key too
    if (mould === undefined) return undefined
    within.push({ key, mould })
  }
  return { base, copy: copierOf(base as { [key: string]: Json }), changing, within } // as above
}

function cast({ base, copy: copyObject, changing, within }: Mould, found: readonly Json[]): Json {
  const copy = (Array.isArray(base) ? base.slice() : copyObject(base)) as { [key: string]: Json } // the index of a list is a key too
  for (let i = 0; i < changing.length; i++) {
    const member = changing[i]
    if (member) copy[member.key] = found[member.hole] ?? null
  }
  for (let i = 0; i < within.length; i++) {
    const member = within[i]
    if (member) copy[member.key] = cast(member.mould, found)
  }
  return copy
}

/** Whether nothing but the last brace is left. Anthropic puts blanks before it, against traffic analysis. */
function isClosed(text: string, from: number): boolean {
  let at = from
  while (text.charCodeAt(at) === 32) at++
  return at === text.length - 1 && text.charCodeAt(at) === 125
}
