import type { Json, JsonObject } from './json.ts'
import { mayHoldOdd, oddLiterals } from './odd-literals.ts'
import type { Keeping, OddLiteral } from './odd-literals.ts'
import { isJsonObject, parseJson } from './parse-json.ts'
import { keepsSpelling, rawNumber } from './raw-number.ts'

/**
 * Parses the text of a request, a response or a stream event; `undefined` if it is not JSON. Numbers that a double cannot hold keep their
 * spelling for `JSON.stringify`, except in fields that formats define as numbers, and tool inputs and outputs keep every spelling; without
 * `JSON.rawJSON` it is `parseJson`.
 */
export function parseDocument(text: string): Json | undefined {
  return parseKeeping(text, 'document')
}

/** Parses the arguments of a call, or a result, keeping the spelling of each number; `undefined` if the text is not JSON. */
export function parseExactJson(text: string): Json | undefined {
  return parseKeeping(text, 'exact')
}

/** Parses a JSON object, keeping the spelling of each number. `''` is `{}`; `undefined` if the text is not a JSON object. */
export function parseExactObject(text: string): JsonObject | undefined {
  if (text === '') return {}
  const value = parseExactJson(text)
  return isJsonObject(value) ? value : undefined
}

function parseKeeping(text: string, keeping: Keeping): Json | undefined {
  const value = parseJson(text)
  if (value === undefined || !keepsSpelling) return value
  // Most arguments hold only texts: looking at their values costs less than looking at each character.
  if ((keeping === 'exact' && !holdsNumber(value)) || !mayHoldOdd(text)) return value
  return restoreLiterals(value, text, keeping)
}

function holdsNumber(value: Json): boolean {
  const left: Json[] = [value]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next === 'number') return true
    if (typeof next !== 'object' || next === null) continue
    const members = next as Readonly<Record<string, Json>> // a list is read by its indexes
    for (const key in members) {
      const inner = members[key]
      if (typeof inner === 'number') return true
      if (typeof inner === 'object' && inner !== null) left.push(inner)
    }
  }
  return false
}

/** Puts the original spelling of numbers into `value`, which `JSON.parse` made of `text`. Changes `value`. */
export function restoreLiterals<Value extends Json>(value: Value, text: string, keeping: Keeping): Value {
  for (const odd of oddLiterals(text, keeping)) if (odd.path.length > 0) put(value, odd)
  return value
}

function put(value: Json, { path, literal }: OddLiteral): void {
  let target = value as { [key: string | number]: Json } // the objects and lists that JSON.parse has just made
  for (let at = 0; at < path.length - 1; at++) {
    const inner = target[path[at] ?? '']
    if (typeof inner !== 'object' || inner === null) return // the key came twice
    target = inner as typeof target // the objects and lists that JSON.parse has just made
  }
  const key = path[path.length - 1] ?? ''
  // A key that comes twice has the value that came last.
  if (Object.hasOwn(target, key) && Object.is(target[key], Number(literal))) target[key] = rawNumber(literal)
}
