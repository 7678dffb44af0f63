import { foreignExtensions } from '@interlingua/core/adapter'
import type { Part, Pointer, TextPart } from '@interlingua/core'
import { format } from '../extension.ts'
import type { Draft } from '../extension.ts'

/** Text that replaces a part, with its cache mark. */
export function textFor({ cache, extensions, fields }: Part, text: string, at: Pointer): TextPart {
  const stand: Draft<TextPart> = { type: 'text', at, text }
  const foreign = foreignExtensions(extensions, format)
  if (foreign) stand.extensions = foreign
  if (cache === undefined) return stand
  stand.cache = cache
  if (fields?.['cache'] !== undefined) stand.fields = { cache: fields['cache'] }
  return stand
}
