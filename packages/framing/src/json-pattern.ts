import type { Json } from '@interlingua/core'
import { endOfString } from './end-of-string.ts'
import { createTemplate } from './json-template.ts'
import type { JsonTemplate, TemplateSlot } from './json-template.ts'
import type { JsonSkeleton } from './skeleton-of.ts'

/** Common part of object texts that differ in a few strings and whole numbers. */
export interface JsonPattern {
  readonly shape: string
  /** Indexes of the changing values, among the values of the outline. */
  readonly changing: ReadonlySet<number>
  readonly slots: readonly Slot[]
  /** Text behind the last slot, up to the last brace and the blanks before it. */
  readonly after: string
  readonly template: JsonTemplate
}

interface Slot {
  /** Text between the value before and this one, including the quotes of strings. */
  readonly before: string
  readonly kind: 'string' | 'integer' | 'padding'
}

/** Pattern of a text and of all that differ from it in the values `changing`. The member `padding` is not read. */
export function patternOf(
  text: string,
  value: Json,
  { shape, values }: JsonSkeleton,
  changing: ReadonlySet<number>,
  padding: string | undefined,
): JsonPattern | undefined {
  const slots: Slot[] = []
  const places: TemplateSlot[] = []
  let at = 0
  values.forEach(({ start, end, kind, path }, index) => {
    if (!changing.has(index)) return
    const idle = kind === 'string' && path.length === 1 && path[0] === padding
    if (!idle) places.push({ path, slot: slots.length })
    const quote = kind === 'string' ? 1 : 0
    slots.push({ before: text.slice(at, start + quote), kind: idle ? 'padding' : kind })
    at = end - quote
  })
  const template = createTemplate(value, places)
  return template && { shape, changing, slots, after: text.slice(at).replace(/\s*}$/, ''), template }
}

/** Pattern behind a constant text. */
export function patternBehind(head: string, pattern: JsonPattern): JsonPattern {
  const [first, ...others] = pattern.slots
  if (first === undefined) return { ...pattern, after: head + pattern.after }
  return { ...pattern, slots: [{ ...first, before: head + first.before }, ...others] }
}

/**
 * Index behind the last brace of the text that begins at `from`, with its values in `found`; -1 if the text does not have the pattern.
 * Throws if a string is not JSON.
 */
export function matchPattern(text: string, from: number, { slots, after }: JsonPattern, found: Json[]): number {
  let at = from
  for (let i = 0; i < slots.length; i++) {
    const { before, kind } = slots[i] as Slot // in range
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
      // Only numbers in their shortest and exact spelling.
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

/** Length of slices that engines copy; a longer slice would keep the whole input in memory. */
const copiedLength = 12

/** String from `start` to `end`, between its quotes. Throws if it is not JSON. */
function readString(text: string, start: number, end: number): string {
  if (end - start > copiedLength || !isPlain(text, start, end)) return JSON.parse(text.slice(start - 1, end + 1)) as string // in quotes
  return text.slice(start, end)
}

/** True if the text has no escapes, and needs none. */
function isPlain(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at)
    if (unit < 32 || unit === 92) return false
  }
  return true
}
