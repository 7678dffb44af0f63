import type { ParsedBody } from './parse-body.ts'
import type { Json } from '@interlingua/core'
import { isRawNumber } from '@interlingua/core/adapter'

const quote = 0x22
const backslash = 0x5c
const colon = 0x3a

/**
 * Bytes of a body that every reader understands alike: the client's own, unless an object repeats a key in any spelling. Readers take the first or
 * the last of such keys, and the upstream must see the one that was checked, so the body is then written anew.
 */
export function unambiguousBytes({ body, bytes }: ParsedBody): Buffer {
  return countKeys(bytes) === countOwnKeys(body) ? bytes : Buffer.from(JSON.stringify(body))
}

/** Counts colons outside of strings, one for each key. The bytes are valid JSON. */
function countKeys(bytes: Buffer): number {
  let count = 0
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]
    if (byte === colon) count++
    else if (byte === quote) index = endOfString(bytes, index + 1)
  }
  return count
}

/** Short strings are walked, since a native search costs more. */
function endOfString(bytes: Buffer, start: number): number {
  const near = Math.min(start + 48, bytes.length)
  for (let index = start; index < near; index++) {
    const byte = bytes[index]
    if (byte === quote) return index
    if (byte === backslash) index++
    if (index + 1 >= near) return farEnd(bytes, index + 1)
  }
  return bytes.length
}

/** Offset behind a long string; `from` is within it, and begins no half escape. */
function farEnd(bytes: Buffer, from: number): number {
  let end = bytes.indexOf(quote, from)
  while (end !== -1 && isEscaped(bytes, end, from)) end = bytes.indexOf(quote, end + 1)
  return end === -1 ? bytes.length : end
}

function isEscaped(bytes: Buffer, index: number, from: number): boolean {
  let at = index
  while (at > from && bytes[at - 1] === backslash) at--
  return (index - at) % 2 === 1
}

function countOwnKeys(body: Json): number {
  let count = 0
  const left: Json[] = [body]
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (Array.isArray(value)) {
      // An array of JSON holds JSON.
      for (const item of value as readonly Json[]) if (typeof item === 'object' && item !== null) left.push(item)
    } else if (typeof value === 'object' && value !== null && !isRawNumber(value)) {
      const object = value as Readonly<Record<string, Json>> // JSON that is no array
      for (const key in object) {
        count++
        const item = object[key]
        if (typeof item === 'object' && item !== null) left.push(item)
      }
    }
  }
  return count
}

const quoteByte = 0x22

/**
 * Replaces the string at `path`, a chain of keys, in the bytes of a JSON object; all other bytes stay, so numbers keep their spelling and keys their
 * order. A value that is no string stays; the walk knows strings and depth alone, and does not check the JSON.
 */
export function spliceString(bytes: Buffer, path: readonly string[], value: string): Buffer {
  const places = findStrings(bytes, path)
  if (places.length === 0) return bytes
  const said = Buffer.from(JSON.stringify(value))
  const pieces: Buffer[] = []
  let from = 0
  for (const [start, end] of places) {
    pieces.push(bytes.subarray(from, start), said)
    from = end
  }
  pieces.push(bytes.subarray(from))
  return Buffer.concat(pieces)
}

/** Finds all strings at the path: a key may occur twice in JSON, and readers differ in which one counts. */
function findStrings(bytes: Buffer, path: readonly string[]): readonly (readonly [number, number])[] {
  const places: [number, number][] = []
  /** Stacks over the open containers: true for an object; and true if the keys that lead to it are the path's. */
  const objects: boolean[] = []
  const onPath: boolean[] = []
  /** True if the next string is a key; and true if the last key was the path's. */
  let key = false
  let led = true
  for (let i = 0; i < bytes.length; i++) {
    switch (bytes[i]) {
      case 0x7b: // {
      case 0x5b: // [
        key = bytes[i] === 0x7b
        objects.push(key)
        onPath.push(key && led)
        led = false
        break
      case 0x7d:
      case 0x5d:
        objects.pop()
        onPath.pop()
        led = objects.length === 0
        break
      case 0x2c: // ,
        key = objects.at(-1) === true
        led = false
        break
      case 0x3a: // :
        key = false
        break
      case quoteByte: {
        const end = endOfStringAt(bytes, i)
        const depth = objects.length
        if (key) led = onPath[depth - 1] === true && isKey(bytes.subarray(i, end), path[depth - 1])
        else if (led && depth === path.length) places.push([i, end])
        i = end - 1
      }
    }
  }
  return places
}

function isKey(bytes: Buffer, name: string | undefined): boolean {
  const text = bytes.toString('latin1')
  return name !== undefined && (text === `"${name}"` || (text.includes('\\') && unescaped(text) === name))
}

function unescaped(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function endOfStringAt(bytes: Buffer, start: number): number {
  let end = bytes.indexOf(quoteByte, start + 1)
  while (end !== -1 && isEscapedAt(bytes, end)) end = bytes.indexOf(quoteByte, end + 1)
  return end === -1 ? bytes.length : end + 1
}

function isEscapedAt(bytes: Buffer, index: number): boolean {
  let slashes = 0
  while (bytes[index - 1 - slashes] === 0x5c) slashes++
  return slashes % 2 === 1
}
