import { hasLongRun } from './odd-literals.ts'

const strings = /"(?:[^"\\]|\\.)*"/g
/** Not the digits of a fraction or an exponent: those are rounded by every reader of JSON. */
const longIntegers = /(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g

/**
 * Whether `JSON.parse` rounds an integer of this JSON text, which is exact up to 2^53 alone: for targets that take an object where the source
 * has text. https://www.rfc-editor.org/rfc/rfc8259#section-6
 */
export function losesDigits(json: string): boolean {
  // Nearly no text has as many digits in a row, and then most are ids in strings.
  if (!hasLongRun(json)) return false
  for (const [literal] of json.replace(strings, '""').matchAll(longIntegers)) if (String(Number(literal)) !== literal) return true
  return false
}
