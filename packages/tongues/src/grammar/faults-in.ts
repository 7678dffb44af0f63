import { isObject, number } from '../json/access.ts'
import { formatJson } from '../json/format-json.ts'
import type { Json } from '../json/json.ts'

/** Kind of a member, or `is` with the text that it must be. */
export type Rule = 'text' | 'text or null' | 'count' | 'list' | 'object' | 'boolean' | 'there' | `is ${string}`

const tests: Readonly<Record<Exclude<Rule, `is ${string}`>, (value: Json | undefined) => boolean>> = {
  text: (value) => typeof value === 'string' && value !== '',
  'text or null': (value) => typeof value === 'string' || value === null,
  count: (value) => Number.isInteger(number(value)) && (number(value) ?? -1) >= 0,
  list: (value) => Array.isArray(value),
  object: (value) => isObject(value),
  boolean: (value) => typeof value === 'boolean',
  there: (value) => value !== undefined,
}

/** Members of an object that are not of their kind, each as a sentence. */
export function faultsIn(value: Json | undefined, where: string, rules: Readonly<Record<string, Rule>>): readonly string[] {
  if (!isObject(value)) return [`${where} is no object`]
  return Object.entries(rules).flatMap(([key, rule]) => {
    const got = value[key]
    // A rule without `is` is a key of the table.
    const isMet = rule.startsWith('is ') ? got === rule.slice(3) : tests[rule as keyof typeof tests](got)
    const shown = got === undefined ? 'absent' : formatJson(got).slice(0, 200)
    return isMet ? [] : [`${where}/${key} must be ${rule.replace('is ', '')}, and is ${shown}`]
  })
}
