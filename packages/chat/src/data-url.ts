import type { Source } from '@interlingua/core'

/**
 * Splits a data URL into media type and bare base64; `undefined` for any other URL. Looks only at the head, since payloads may be tens of
 * megabytes.
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
