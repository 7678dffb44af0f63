import type { Citation } from '@interlingua/core'

/** True for a citation of an address that anyone can open, as far as is known. */
export function isWeb({ source, uri }: Citation): boolean {
  return source === 'url' || (source === 'search-result' && uri !== undefined)
}
