import { endOfString } from './end-of-string.ts'

/** A string or a whole number in a JSON text, with its place in the text and in the value. */
export interface SkeletonValue {
  readonly start: number
  readonly end: number
  readonly kind: 'string' | 'integer'
  readonly path: readonly (string | number)[]
}

/** Outline of a JSON text: the values that may differ in a similar text, and the text between them. */
export interface JsonSkeleton {
  readonly values: readonly SkeletonValue[]
  /** Text without its values: texts of the same shape differ in values only, and in blanks before the last brace. */
  readonly shape: string
}

const maxDepth = 16

/**
 * Outline of a text that `JSON.parse` accepts. `undefined` if places in the text do not identify places in the value (a repeated key,
 * `__proto__`, an escape in a key), and for a text that nests deeply.
 */
export function skeletonOf(text: string): JsonSkeleton | undefined {
  const values: SkeletonValue[] = []
  const path: (string | number)[] = []
  let shape = ''
  let shaped = 0
  let at = 0

  const leave = (start: number, kind: SkeletonValue['kind']): boolean => {
    values.push({ start, end: at, kind, path: [...path] })
    shape += `${text.slice(shaped, start)}\0${kind}`
    shaped = at
    return true
  }

  const skipSpace = (): number => {
    let unit = text.charCodeAt(at)
    while (unit === 32 || unit === 10 || unit === 13 || unit === 9) unit = text.charCodeAt(++at)
    return unit
  }

  /** Returns false if the value cannot be outlined. */
  const readValue = (): boolean => {
    const unit = skipSpace()
    const start = at
    if (unit === 34) {
      at = endOfString(text, at)
      return leave(start, 'string')
    }
    if (unit === 123) return readObject()
    if (unit === 91) return readList()
    while (isInWord(text.charCodeAt(at))) at++
    return /^(?:0|[1-9]\d{0,14})$/.test(text.slice(start, at)) ? leave(start, 'integer') : true
  }

  const readObject = (): boolean => {
    const keys = new Set<string>()
    at++
    while (skipSpace() !== 125) {
      if (text.charCodeAt(at) === 44) at++
      skipSpace()
      const start = at
      at = endOfString(text, at)
      const key = text.slice(start + 1, at - 1)
      if (key === '__proto__' || key.includes('\\') || keys.has(key) || path.length >= maxDepth) return false
      keys.add(key)
      skipSpace()
      at++ // the colon
      path.push(key)
      if (!readValue()) return false
      path.pop()
    }
    at++
    return true
  }

  const readList = (): boolean => {
    at++
    for (let index = 0; skipSpace() !== 93; index++) {
      if (text.charCodeAt(at) === 44) at++
      if (path.length >= maxDepth) return false
      path.push(index)
      if (!readValue()) return false
      path.pop()
    }
    at++
    return true
  }

  return readValue() ? { values, shape: shape + text.slice(shaped).replace(/\s*}$/, '}') } : undefined
}

/** Letters and digits, `-`, `+` and `.`: numbers and the three words. */
function isInWord(unit: number): boolean {
  return (unit >= 48 && unit <= 57) || (unit >= 97 && unit <= 122) || unit === 43 || unit === 45 || unit === 46 || unit === 69
}
