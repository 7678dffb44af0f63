import { printString } from './print-string.ts'

/** Longer texts are few, and not worth being held. In UTF-16 units. */
const longestHeld = 1024

/** `printString` that remembers the string before: neighbouring events say the same ids, and some the same text. */
export function createStringPrinter(): (text: string) => string {
  let last = ''
  let printed = '""'
  return (text) => {
    if (text === last) return printed
    if (text.length > longestHeld) return printString(text)
    last = text
    printed = printString(text)
    return printed
  }
}
