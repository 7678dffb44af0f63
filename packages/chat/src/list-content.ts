import type { Context, Extensions, Part, Turn } from '@interlingua/core'
import { contentExtensions } from './content.ts'
import { format, hintOf } from './extension.ts'
import { marksOf } from './marks-of.ts'

/**
 * Prints each text of other formats as a list, for an upstream that takes cache marks: a mark needs a list and moves on with each request,
 * so that otherwise the prompt's prefix would change with it.
 */
export function listContent(turns: readonly Turn[], context: Context): readonly Turn[] {
  return marksOf(context) === 'none' ? turns : turns.map(listTurn)
}

function listTurn(turn: Turn): Turn {
  const [first] = turn.parts
  if (first?.type === 'tool-result')
    return isString(first) ? { ...turn, parts: [{ ...first, extensions: listed(first.extensions) }, ...turn.parts.slice(1)] } : turn
  return isString(turn) ? { ...turn, extensions: listed(turn.extensions) } : turn
}

/** True if the encoder may choose between string and list, because the caller used neither. */
function isString(node: { readonly parts: readonly Part[]; readonly extensions?: Extensions }): boolean {
  return hintOf(node)?.['content'] === undefined && node.parts.some(({ type }) => type === 'text')
}

function listed(extensions: Extensions | undefined): Extensions {
  if (extensions === undefined) return contentExtensions.parts
  const own = extensions[format]
  return { ...extensions, [format]: { ...own, hint: { ...own?.hint, content: 'parts' } } }
}
