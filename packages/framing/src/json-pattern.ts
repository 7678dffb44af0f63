import type { Json } from '@interlingua/core'
import { endOfString } from './end-of-string.ts'
import { mouldOf } from './json-mould.ts'
import type { Mould, MouldPlace } from './json-mould.ts'
import type { JsonOutline } from './outline-of.ts'

/** What texts of objects have in common that differ in a few strings and whole numbers. */
export interface JsonPattern {
  readonly shape: string
  /** Indexes, among the values of the outline, of those that change. */
  readonly changing: ReadonlySet<number>
  readonly holes: readonly Hole[]
  /** What stands behind the last hole, up to the last brace and the blanks before it. */
  readonly after: string
  readonly mould: Mould
}

interface Hole {
  /** The text between the value before it and this one; the quotes of strings are in it. */
  readonly before: string
  readonly kind: 'string' | 'integer' | 'padding'
}

/** The pattern of a text and of those that differ from it in the values `changing`. What stands under the key `padding` is not read. */
export function patternOf(
  text: string,
  value: Json,
  { shape, values }: JsonOutline,
  changing: ReadonlySet<number>,
  padding: string | undefined,
): JsonPattern | undefined {
  const holes: Hole[] = []
  const places: MouldPlace[] = []
  let at = 0
  values.forEach(({ start, end, kind, path }, index) => {
    if (!changing.has(index)) return
    const idle = kind === 'string' && path.length === 1 && path[0] === padding
    if (!idle) places.push({ path, hole: holes.length })
    const quote = kind === 'string' ? 1 : 0
    holes.push({ before: text.slice(at, start + quote), kind: idle ? 'padding' : kind })
    at = end - quote
  })
  const mould = mouldOf(value, places)
  return mould && { shape, changing, holes, after: text.slice(at).replace(/\s*}$/, ''), mould }
}

/** The pattern behind a text that is always the same. */
export function patternBehind(head: string, pattern: JsonPattern): JsonPattern {
  const [first, ...others] = pattern.holes
  if (first === undefined) return { ...pattern, after: head + pattern.after }
  return { ...pattern, holes: [{ ...first, before: head + first.before }, ...others] }
}

/**
 * Behind the last brace of the text that begins at `from`, whose values are left in `found`; -1 where it is not of the pattern. Throws
 * where a string is no JSON.
 */
export function matchPattern(text: string, from: number, { holes, after }: JsonPattern, found: Json[]): number {
  let at = from
  for (let i = 0; i < holes.length; i++) {
    const { before, kind } = holes[i] as Hole // in range
    const start = at + before.length
    if (text.slice(at, start) !== before) return -1
    if (kind !== 'integer') {
      at = endOfString(text, start - 1) - 1
      if (at < 0) return -1
      // Padding is not read, but it must be a string.
      if (kind === 'string' || !isPlain(text, start, at)) found[i] = readString(text, start, at)
    } else {
      at = start
      let value = 0
      for (let unit = text.charCodeAt(at); unit >= 48 && unit <= 57; unit = text.charCodeAt(++at)) value = value * 10 + unit - 48
      // As short as it can be written, and exact.
      if (at === start || at - start > 15 || (at - start > 1 && text.charCodeAt(start) === 48)) return -1
      found[i] = value
    }
  }
  let end = at + after.length
  if (text.slice(at, end) !== after) return -1
  // Anthropic puts blanks before the last brace, against traffic analysis.
  while (text.charCodeAt(end) === 32) end++
  return text.charCodeAt(end) === 125 ? end + 1 : -1
}

/** The engine copies a piece of a text as short as this; a longer one would keep hold of all of the text. */
const copiedLength = 12

/** The string from `start` to `end`, whose quotes are around it. Throws where it is no JSON. */
function readString(text: string, start: number, end: number): string {
  if (end - start > copiedLength || !isPlain(text, start, end)) return JSON.parse(text.slice(start - 1, end + 1)) as string // in quotes
  return text.slice(start, end)
}

/** Whether nothing there is escaped or would have to be. */
function isPlain(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at)
    if (unit < 32 || unit === 92) return false
  }
  return true
}
