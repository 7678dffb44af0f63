import type { Source } from '@interlingua/core'

/**
 * The mime type and the bare base64 of a data URL, or `undefined` where `url` is another kind of URL. Payloads may be tens of megabytes:
 * only the head is looked at.
 */
export function splitDataUrl(url: string): Extract<Source, { type: 'inline' }> | undefined {
  if (!url.startsWith('data:')) return undefined
  const comma = url.indexOf(',')
  if (comma === -1 || comma > 256 || !url.startsWith(';base64', comma - 7)) return undefined
  return { type: 'inline', mime: url.slice(5, comma - 7), base64: url.slice(comma + 1) }
}

export function joinDataUrl(mime: string, base64: string): string {
  return `data:${mime};base64,${base64}`
}
