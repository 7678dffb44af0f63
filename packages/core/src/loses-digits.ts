import { hasLongRun } from './odd-literals.ts'

const strings = /"(?:[^"\\]|\\.)*"/g
/** Integers only: digits of fractions and exponents are rounded by every JSON reader. */
const longIntegers = /(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g

/**
 * True if `JSON.parse` rounds an integer of this JSON text, as it does above 2^53. For targets that take an object where the source has
 * text. https://www.rfc-editor.org/rfc/rfc8259#section-6
 */
export function losesDigits(json: string): boolean {
  // Nearly no text has that many digits in a row; those that have mostly hold ids in strings.
  if (!hasLongRun(json)) return false
  for (const [literal] of json.replace(strings, '""').matchAll(longIntegers)) if (String(Number(literal)) !== literal) return true
  return false
}
