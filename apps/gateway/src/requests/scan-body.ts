import type { Fault } from '../faults/fault.ts'
import type { BodyLimits } from './body-limits.ts'
import { invalidRequest } from './invalid-request.ts'

/** Bytes of a body that is too small to be a burden, whatever it holds. */
const harmlessBytes = 32 * 1024

const quote = 0x22
const comma = 0x2c
const backslash = 0x5c

/**
 * The fault of a body with too many values, or nested too deeply, found before it is parsed. Strings are skipped natively. What is no JSON at
 * all may be miscounted: it is refused either way.
 */
export function scanBody(bytes: Buffer, { depth, values }: Pick<BodyLimits, 'depth' | 'values'>): Fault | undefined {
  if (bytes.length < harmlessBytes) return undefined
  let open = 0
  let seen = 0
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]
    if (byte === quote) {
      i = endOfString(bytes, i)
      if (i === -1) return undefined
    } else if (byte === 0x5b || byte === 0x7b) {
      seen++
      if (++open > depth) return invalidRequest(`The request body is nested deeper than ${depth} levels.`)
    } else if (byte === 0x5d || byte === 0x7d) open--
    else if (byte === comma && ++seen > values) return invalidRequest(`The request body holds more than ${values} values.`)
  }
  return seen > values ? invalidRequest(`The request body holds more than ${values} values.`) : undefined
}

/** The place of the closing quote, or -1. */
function endOfString(bytes: Buffer, start: number): number {
  // Most strings are keys and short words: a native search costs more than they do.
  const near = Math.min(start + 32, bytes.length)
  for (let i = start + 1; i < near; i++) {
    const byte = bytes[i]
    if (byte === quote) return i
    if (byte === backslash) i++
  }
  let end = bytes.indexOf(quote, start + 1)
  while (end !== -1 && isEscaped(bytes, start, end)) end = bytes.indexOf(quote, end + 1)
  return end
}

/** An odd number of backslashes stands before it. A run of them is walked once: a quote ends it. */
function isEscaped(bytes: Buffer, start: number, end: number): boolean {
  let first = end
  while (first - 1 > start && bytes[first - 1] === backslash) first--
  return (end - first) % 2 === 1
}
