/** So many characters are looked at from each end: what is no base64 shows there, and files have tens of megabytes. */
const looked = 2048

const letters = /^[A-Za-z0-9+/\-_\s]*$/
const end = /^[A-Za-z0-9+/\-_\s]*=?\s*=?\s*$/

/** Whether a text looks like base64, of either alphabet, with line breaks or without. Empty text holds nothing, and is none. */
export function isBase64(text: string): boolean {
  if (text.length <= looked) return text !== '' && end.test(text)
  return letters.test(text.slice(0, looked)) && end.test(text.slice(-looked))
}
