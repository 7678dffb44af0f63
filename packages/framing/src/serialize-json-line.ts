/** A JSON text as a line. Line breaks between its tokens are removed; `JSON.stringify` writes none. */
export function serializeJsonLine(json: string): string {
  return `${json.includes('\n') || json.includes('\r') ? json.replace(/[\r\n]+/g, ' ') : json}\n`
}
