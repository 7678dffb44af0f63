import { pointer, type Json, type JsonObject, type Pointer } from '@interlingua/core'
import { WishError } from './wish-error.ts'

/** Whole numbers, also as text: form fields and some clients have nothing else. `undefined` where the field is not there. */
export function readWhole(wire: JsonObject, key: string, at: Pointer = ''): number | undefined {
  const value = wire[key]
  if (value === undefined || value === null) return undefined
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value.trim()) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) throw new WishError(pointer(at, key), `${key} must be a whole number`)
  return number === 0 ? 0 : number // there is a -0
}

export function readFlag(wire: JsonObject, key: string, at: Pointer = ''): boolean | undefined {
  const value = wire[key]
  if (value === undefined || value === null) return undefined
  if (value === true || value === 'true') return true
  if (value === false || value === 'false') return false
  throw new WishError(pointer(at, key), `${key} must be true or false`)
}

export function readText(wire: JsonObject, key: string, at: Pointer = ''): string | undefined {
  const value = wire[key]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw new WishError(pointer(at, key), `${key} must be a text`)
  return value
}

/** One of a list of words. */
export function readWord(wire: JsonObject, key: string, words: readonly string[], at: Pointer = ''): string | undefined {
  const value = readText(wire, key, at)
  if (value === undefined || words.includes(value)) return value
  throw new WishError(pointer(at, key), `${key} must be one of ${words.join(', ')}`, 'unsupported_value')
}

/** The first of several names of one thing; two that differ contradict each other. */
export function readAlias(wire: JsonObject, names: readonly string[]): { readonly name: string; readonly value: Json } | undefined {
  let found: { readonly name: string; readonly value: Json } | undefined
  for (const name of names) {
    const value = wire[name]
    if (value === undefined || value === null) continue
    if (found === undefined) found = { name, value }
    else if (!isSame(found.value, value))
      throw new WishError(pointer('', name), `${name} and ${found.name} name the same thing, and differ`, 'conflicting_parameters')
  }
  return found
}

/** Numbers and truths may stand as text. */
function isSame(a: Json, b: Json): boolean {
  if (typeof a === 'object' || typeof b === 'object') return JSON.stringify(a) === JSON.stringify(b)
  return String(a).trim() === String(b).trim()
}
