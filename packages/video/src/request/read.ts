import { pointer, type Json, type JsonObject, type Pointer } from '@interlingua/core'
import { InvalidVideoRequestError } from './invalid-video-request-error.ts'

/** Reads a whole number, also written as text (as in forms); `undefined` for an absent field. */
export function readWhole(wire: JsonObject, key: string, at: Pointer = ''): number | undefined {
  const value = wire[key]
  if (value === undefined || value === null) return undefined
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value.trim()) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isSafeInteger(number))
    throw new InvalidVideoRequestError(pointer(at, key), `${key} must be a whole number`)
  return number === 0 ? 0 : number // there is a -0
}

export function readFlag(wire: JsonObject, key: string, at: Pointer = ''): boolean | undefined {
  const value = wire[key]
  if (value === undefined || value === null) return undefined
  if (value === true || value === 'true') return true
  if (value === false || value === 'false') return false
  throw new InvalidVideoRequestError(pointer(at, key), `${key} must be true or false`)
}

export function readText(wire: JsonObject, key: string, at: Pointer = ''): string | undefined {
  const value = wire[key]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw new InvalidVideoRequestError(pointer(at, key), `${key} must be a text`)
  return value
}

/** Reads a text and refuses any that is not among `words`; `undefined` for an absent field. */
export function readWord(wire: JsonObject, key: string, words: readonly string[], at: Pointer = ''): string | undefined {
  const value = readText(wire, key, at)
  if (value === undefined || words.includes(value)) return value
  throw new InvalidVideoRequestError(pointer(at, key), `${key} must be one of ${words.join(', ')}`, 'unsupported_value')
}

/** The first field that is present of several names for one value. Throws where two of them differ. */
export function readAlias(wire: JsonObject, names: readonly string[]): { readonly name: string; readonly value: Json } | undefined {
  let found: { readonly name: string; readonly value: Json } | undefined
  for (const name of names) {
    const value = wire[name]
    if (value === undefined || value === null) continue
    if (found === undefined) found = { name, value }
    else if (!isSame(found.value, value))
      throw new InvalidVideoRequestError(
        pointer('', name),
        `${name} and ${found.name} name the same thing, and differ`,
        'conflicting_parameters',
      )
  }
  return found
}

/** True for equal values, also where a number or a boolean is written as text. */
function isSame(a: Json, b: Json): boolean {
  if (typeof a === 'object' || typeof b === 'object') return JSON.stringify(a) === JSON.stringify(b)
  return String(a).trim() === String(b).trim()
}
