import { losesDigits } from './loses-digits.ts'
import { keepsSpelling } from './raw-number.ts'

/** Whether an object that is made of this JSON text is printed with an integer rounded: nowhere but in a runtime without `JSON.rawJSON`. */
export function roundsIntegers(json: string): boolean {
  return !keepsSpelling && losesDigits(json)
}
