/** The extension of a file's name for a MIME type, of letters and digits alone. */
export function extensionOf(mime: string): string {
  const kind = mime.slice(mime.indexOf('/') + 1).replace(/\W.*$/, '')
  if (kind === 'quicktime') return 'mov'
  return kind === 'jpeg' || kind === '' ? 'jpg' : kind
}
