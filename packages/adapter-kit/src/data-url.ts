import type { Source } from '@interlingua/core'

/** The data URL of inline bytes, as every vendor takes it: the type in lower case, the standard alphabet. */
export function dataUrlOf(source: Extract<Source, { type: 'inline' }>): string {
  return `data:${source.mime};base64,${source.base64}`
}
