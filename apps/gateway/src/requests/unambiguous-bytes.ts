import type { Json } from '@interlingua/core'
import type { ParsedBody } from './parse-body.ts'

const quote = 0x22
const backslash = 0x5c
const colon = 0x3a

/**
 * The bytes of a body as every reader understands them: those that the client sent, unless an object in them has a key twice, however it is
 * spelled. Of such keys readers take the first or the last, and the upstream must see what was checked here: then the body is written anew.
 */
export function unambiguousBytes({ body, bytes }: ParsedBody): Buffer {
  return countKeys(bytes) === countOwnKeys(body) ? bytes : Buffer.from(JSON.stringify(body))
}

/** Colons outside of strings: there is one for each key. The bytes are valid JSON. */
function countKeys(bytes: Buffer): number {
  let count = 0
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]
    if (byte === colon) count++
    else if (byte === quote) index = endOfString(bytes, index + 1)
  }
  return count
}

/** Short strings are walked, which costs less than to ask for their end. */
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

/** `from` is within a string, and begins no half escape. */
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
    } else if (typeof value === 'object' && value !== null) {
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
