import { parseDocument } from '@interlingua/core'
import type { Json } from '@interlingua/core'
import { castMould } from './json-mould.ts'
import { matchPattern, patternOf } from './json-pattern.ts'
import type { JsonPattern } from './json-pattern.ts'
import { outlineOf } from './outline-of.ts'

/** Reads JSON texts, and learns what those of a row have in common. */
export interface RepeatReader {
  /** The value of a text; `undefined` where it is not JSON. */
  parse(text: string): Json | undefined
  /** The pattern of the text that was parsed last, where it has one. */
  fitting(): JsonPattern | undefined
  /** Behind the text of `pattern` that begins at `from`; -1 where there is none. */
  match(text: string, from: number, pattern: JsonPattern): number
  /** The value of what was matched last. */
  value(pattern: JsonPattern): Json
}

/** Longer texts are no deltas. */
const maxLength = 4096
/** Texts that do not begin alike are not looked at. */
const headLength = 24
/** To look for a pattern takes the time that as many texts that fit it save, about. */
const costOfLook = 16

/** `padding`: the key of what means nothing in a text and may be that of an earlier one. */
export function createRepeatReader(padding?: string): RepeatReader {
  let pattern: JsonPattern | undefined
  let fitting: JsonPattern | undefined
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
    pattern = fitting = patternOf(last, value, outline, changing, padding)
  }

  const match = (text: string, from: number, known: JsonPattern): number => {
    try {
      return matchPattern(text, from, known, found)
    } catch {
      return -1 // something in it is no JSON
    }
  }

  const value = ({ mould }: JsonPattern): Json => {
    credit++
    return castMould(mould, found)
  }

  return {
    parse(text) {
      if (pattern !== undefined && match(text, 0, pattern) === text.length) {
        fitting = pattern
        return value(pattern)
      }
      fitting = undefined
      const parsed = parseDocument(text)
      if (typeof parsed === 'object' && parsed !== null && text.endsWith('}')) learn(text, parsed)
      return parsed
    },
    fitting: () => fitting,
    match,
    value,
  }
}
