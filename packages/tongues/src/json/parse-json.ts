import { Literal, type Json, type JsonObject } from './json.ts'

const space = /[ \t\n\r]*/y
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
// Control characters above U+001F may stand in strings as they are.
const string = /"(?:[^"\\\p{Cc}]|[\u007F-\u009F]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy
const word = /true|false|null/y

/** Text that is no JSON. */
export class JsonError extends Error {
  /** Place of the first wrong sign, counted from 0. */
  readonly offset: number

  constructor(offset: number, what: string) {
    super(`${what} at ${offset}`)
    this.offset = offset
  }
}

export interface ParsedJson {
  readonly value: Json
  /** JSON Pointers of members that came twice; the last one counts. */
  readonly duplicates: readonly string[]
}

/** Reads one JSON value; numbers keep their digits. Throws JsonError. */
export function parseJson(text: string): Json {
  return readJson(text).value
}

/** Value of a text, or undefined if it is no JSON. */
export function tryJson(text: string): Json | undefined {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/** Reads one JSON value, and lists keys that came twice. Nesting is bounded at 2,000. Throws JsonError. */
export function readJson(text: string): ParsedJson {
  const duplicates: string[] = []
  let at = 0

  const skip = (): void => {
    space.lastIndex = at
    space.exec(text)
    at = space.lastIndex
  }
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    if (found !== undefined) at += found.length
    return found
  }
  const key = (): string => {
    const found = match(string)
    if (found === undefined) throw new JsonError(at, 'no string')
    // A string by the pattern above is one to JSON.parse.
    return JSON.parse(found) as string
  }
  const value = (pointer: string, depth: number): Json => {
    if (depth > 2_000) throw new JsonError(at, 'nested too deep')
    skip()
    const sign = text[at]
    if (sign === '{') return object(pointer, depth)
    if (sign === '[') return array(pointer, depth)
    if (sign === '"') return key()
    const digits = match(number)
    if (digits !== undefined) return new Literal(digits)
    const name = match(word)
    if (name === undefined) throw new JsonError(at, 'no value')
    return name === 'null' ? null : name === 'true'
  }
  const array = (pointer: string, depth: number): Json => {
    const items: Json[] = []
    at++
    skip()
    if (text[at] === ']') return (at++, items)
    for (;;) {
      items.push(value(`${pointer}/${items.length}`, depth + 1))
      skip()
      const sign = text[at++]
      if (sign === ']') return items
      if (sign !== ',') throw new JsonError(at - 1, 'neither comma nor bracket')
    }
  }
  const object = (pointer: string, depth: number): JsonObject => {
    const members = Object.create(null) as Record<string, Json> // created without a prototype, and filled below
    at++
    skip()
    if (text[at] === '}') return (at++, members)
    for (;;) {
      skip()
      const name = key()
      const place = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
      if (name in members) duplicates.push(place)
      skip()
      if (text[at++] !== ':') throw new JsonError(at - 1, 'no colon')
      members[name] = value(place, depth + 1)
      skip()
      const sign = text[at++]
      if (sign === '}') return members
      if (sign !== ',') throw new JsonError(at - 1, 'neither comma nor brace')
    }
  }

  const whole = value('', 0)
  skip()
  if (at < text.length) throw new JsonError(at, 'text behind the value')
  return { value: whole, duplicates }
}
