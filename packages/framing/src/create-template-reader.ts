import { parseDocument } from '@interlingua/core'
import type { Json } from '@interlingua/core'
import { fillTemplate } from './json-template.ts'
import { matchPattern, patternOf } from './json-pattern.ts'
import type { JsonPattern } from './json-pattern.ts'
import { skeletonOf } from './skeleton-of.ts'

/** Reads JSON texts, and learns the pattern that successive texts share. */
export interface TemplateReader {
  /** Value of a text; `undefined` if it is not JSON. */
  parse(text: string): Json | undefined
  /** Pattern of the latest parsed text; `undefined` if it has none. */
  fitting(): JsonPattern | undefined
  /** End of the text of `pattern` that begins at `from`; -1 if there is none. */
  match(text: string, from: number, pattern: JsonPattern): number
  /** Value of the latest match. */
  value(pattern: JsonPattern): Json
}

/** Length beyond which texts are no deltas, in UTF-16 units. */
const maxLength = 4096
/** Length of the beginning that two texts must share before a pattern is searched. */
const headLength = 24
/** Cost of a search for a pattern, in texts that must fit it to save as much time. */
const costOfLook = 16

/** `padding`: key of a member without meaning, whose value may be that of an earlier text. */
export function createTemplateReader(padding?: string): TemplateReader {
  let pattern: JsonPattern | undefined
  let fitting: JsonPattern | undefined
  let last = ''
  const found: Json[] = []
  /** Budget for searches: a few without success; after that, only what matches have saved is spent. */
  let credit = 5 * costOfLook

  const learn = (text: string, value: Json): void => {
    const before = last
    const alike = before.length > headLength && text.startsWith(before.slice(0, headLength))
    // Copied, since a slice would keep the whole input in memory.
    last = text.length > maxLength ? '' : ` ${text}`.slice(1)
    if (!alike || last === '' || ++credit < costOfLook) return
    credit -= costOfLook
    const old = skeletonOf(before)
    const skeleton = skeletonOf(last)
    if (old === undefined || skeleton === undefined || old.shape !== skeleton.shape) return
    const changing = new Set(pattern?.shape === skeleton.shape ? pattern.changing : [])
    skeleton.values.forEach((place, index) => {
      const other = old.values[index]
      if (other === undefined || last.slice(place.start, place.end) !== before.slice(other.start, other.end)) changing.add(index)
    })
    pattern = fitting = patternOf(last, value, skeleton, changing, padding)
  }

  const match = (text: string, from: number, known: JsonPattern): number => {
    try {
      return matchPattern(text, from, known, found)
    } catch {
      return -1 // a value in it is not JSON
    }
  }

  const value = ({ template }: JsonPattern): Json => {
    credit++
    return fillTemplate(template, found)
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
