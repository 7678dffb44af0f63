/** Longer texts have something to escape, mostly. */
const shortLength = 48

/** Nothing that JSON escapes: no control character, quote, backslash, nor half of a surrogate pair. */
const plain = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/

/** `JSON.stringify` of a string, in less time for the short plain pieces that stream by. */
export function printString(text: string): string {
  return text.length <= shortLength && plain.test(text) ? `"${text}"` : JSON.stringify(text)
}
