/** Quotes a word for a shell, where it needs that. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

/** Options of curl that send a document. */
export function jsonOf(body: unknown): string {
  return `-H 'content-type: application/json' -d ${shellWord(JSON.stringify(body))}`
}

/** Command that calls the admin API as this page does. */
export function curlCommand(method: 'POST' | 'DELETE', path: string, body?: unknown): string {
  const sent = body === undefined ? '' : ` ${jsonOf(body)}`
  return `curl -X ${method} -H "authorization: Bearer $ADMIN_KEY" ${location.origin}/admin/api${path}${sent}`
}
