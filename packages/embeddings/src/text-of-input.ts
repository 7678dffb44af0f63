import { UnsupportedError, type Context, type Format, type Pointer } from '@interlingua/core'
import type { EmbedInput } from './embed-request.ts'
import { notice } from './notices.ts'

/**
 * Joins the texts of an input with line breaks, for a target that takes only text; other parts are left out, and reported by the walker of
 * fates. Throws an UnsupportedError if there is no text.
 */
export function textOfInput(format: Format, input: EmbedInput, at: Pointer, context: Context): string {
  if (input.tokens !== undefined)
    throw new UnsupportedError(format, at, 'tokens are of the vocabulary of one model, and the target takes text alone')
  const texts: string[] = []
  for (const part of input.parts ?? []) if (part.type === 'text' && part.text !== '') texts.push(part.text)
  const [first] = texts
  if (first === undefined)
    throw new UnsupportedError(
      format,
      input.parts?.[0]?.at ?? at,
      'the target embeds text only, and this input has no text: add a text part',
    )
  if (texts.length === 1) return first
  const parts = input.fields?.['parts']
  context.onNotice(notice('parts-joined', parts === undefined ? at : `${at}${parts}`))
  return texts.join('\n')
}
