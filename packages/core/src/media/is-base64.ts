/** Characters that are checked at each end: other text shows there, and files have tens of megabytes. */
const looked = 2048

const letters = /^[A-Za-z0-9+/\-_\s]*$/
const end = /^[A-Za-z0-9+/\-_\s]*=?\s*=?\s*$/

/** True if a text looks like base64, in either alphabet, with or without line breaks. False for empty text. */
export function isBase64(text: string): boolean {
  if (text.length <= looked) return text !== '' && end.test(text)
  return letters.test(text.slice(0, looked)) && end.test(text.slice(-looked))
}
