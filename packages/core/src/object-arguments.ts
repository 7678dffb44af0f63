import type { JsonObject } from './json.ts'
import { parseExactJson, parseExactObject } from './parse-exact-json.ts'
import type { ToolCallPart } from './part.ts'
import { roundsIntegers } from './rounds-integers.ts'

/** Arguments of a call, for a format that takes an object. */
export interface ObjectArguments {
  /** JSON of an object. */
  readonly text: string
  /** The object, where the arguments are one. */
  readonly value?: JsonObject
  /** True if an integer is not what it was: the runtime cannot print one above 2^53 from an object. */
  readonly rounded: boolean
}

/**
 * Makes an object of a call's arguments: raw text becomes `{ "input": … }`, a value that is no object `_value`, and text that is no JSON
 * `_raw`. `known` returns objects that were parsed before.
 */
export function objectArguments(part: ToolCallPart, known: (text: string) => JsonObject | undefined): ObjectArguments {
  const { arguments: given } = part
  if (part.kind === 'custom') return { text: JSON.stringify({ input: given }), rounded: false }
  const value = known(given) ?? parseExactObject(given)
  if (value === undefined) return { text: wrapText(given), rounded: false }
  const rounded = roundsIntegers(given)
  return { text: rounded ? JSON.stringify(value) : given, value, rounded }
}

function wrapText(text: string): string {
  const value = parseExactJson(text)
  return JSON.stringify(value === undefined ? { _raw: text } : { _value: value })
}
