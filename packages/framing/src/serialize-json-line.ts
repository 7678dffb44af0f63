/** One JSON text as a line. `JSON.stringify` writes no line breaks; a text that holds some (between its tokens) loses them. */
export function serializeJsonLine(json: string): string {
  return `${json.includes('\n') || json.includes('\r') ? json.replace(/[\r\n]+/g, ' ') : json}\n`
}
