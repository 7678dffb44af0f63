import { encodeString } from './encode-string.ts'

/** Length of texts that are remembered, in UTF-16 units; longer ones are few. */
const longestHeld = 1024

/** Makes a `encodeString` that remembers the latest string: neighbouring events repeat ids, and some repeat texts. */
export function createStringEncoder(): (text: string) => string {
  let last = ''
  let printed = '""'
  return (text) => {
    if (text === last) return printed
    if (text.length > longestHeld) return encodeString(text)
    last = text
    printed = encodeString(text)
    return printed
  }
}
