/** The beginning of a text on one line, for quoting. */
export function excerpt(text: string, most = 200): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > most ? `${line.slice(0, most).toWellFormed()}…` : line
}
