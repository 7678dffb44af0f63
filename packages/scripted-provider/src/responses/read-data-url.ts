/** The type and the base64 of a data URL; `undefined` for any other text. */
export function readDataUrl(url: string): { readonly mime: string; readonly base64: string } | undefined {
  if (!url.startsWith('data:')) return undefined
  const comma = url.indexOf(',')
  const head = url.slice(5, Math.max(comma, 5))
  if (comma === -1 || !head.endsWith(';base64')) return undefined
  return { mime: head.slice(0, head.indexOf(';')).toLowerCase(), base64: url.slice(comma + 1) }
}
