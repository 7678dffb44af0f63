/** The end of a file's name by its type: of letters and digits alone. */
export function extensionOf(mime: string): string {
  const kind = mime.slice(mime.indexOf('/') + 1).replace(/\W.*$/, '')
  if (kind === 'quicktime') return 'mov'
  return kind === 'jpeg' || kind === '' ? 'jpg' : kind
}
