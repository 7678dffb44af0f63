import { losesDigits } from './loses-digits.ts'
import { keepsSpelling } from './raw-number.ts'

/** True if printing the object of this JSON text rounds an integer; possible only in a runtime without `JSON.rawJSON`. */
export function roundsIntegers(json: string): boolean {
  return !keepsSpelling && losesDigits(json)
}
