/** Quotes a word for a shell, where it needs that. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

/** Command that calls the admin API as this page does. */
export function curlCommand(method: 'POST' | 'DELETE', path: string, body?: unknown): string {
  const sent = body === undefined ? '' : ` -H 'content-type: application/json' -d ${shellWord(JSON.stringify(body))}`
  return `curl -X ${method} -H "authorization: Bearer $ADMIN_KEY" ${location.origin}/admin/api${path}${sent}`
}
