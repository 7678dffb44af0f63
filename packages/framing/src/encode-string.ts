/** Length up to which texts mostly need no escapes. */
const shortLength = 48

/** Text without anything that JSON escapes: no control character, quote, backslash, or half of a surrogate pair. */
const plain = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/

/** Faster `JSON.stringify` for the short plain strings of streams. */
export function encodeString(text: string): string {
  return text.length <= shortLength && plain.test(text) ? `"${text}"` : JSON.stringify(text)
}
