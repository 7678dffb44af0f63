import type { Part, Pointer, TextPart } from '@interlingua/core'
import type { Draft } from '../extension.ts'

/** A text that stands in for a part, with its cache mark. */
export function textFor({ cache, fields }: Part, text: string, at: Pointer): TextPart {
  const stand: Draft<TextPart> = { type: 'text', at, text }
  if (cache === undefined) return stand
  stand.cache = cache
  if (fields?.['cache'] !== undefined) stand.fields = { cache: fields['cache'] }
  return stand
}
