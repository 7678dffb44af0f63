import type { Context, Extensions, Part, Turn } from '@interlingua/core'
import { contentBoxes } from './content.ts'
import { format, hintOf } from './extension.ts'
import { marksOf } from './marks-of.ts'

/**
 * Has each text of another format printed as a list where the upstream takes cache marks. A mark needs a list to stand in, and moves on with
 * each request of a conversation: if the shape of a message depended on it, the prompt's prefix would change from request to request.
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

/** True where the encoder may choose between a string and a list: the caller spelled neither. */
function isString(node: { readonly parts: readonly Part[]; readonly extensions?: Extensions }): boolean {
  return hintOf(node)?.['content'] === undefined && node.parts.some(({ type }) => type === 'text')
}

function listed(extensions: Extensions | undefined): Extensions {
  if (extensions === undefined) return contentBoxes.parts
  const own = extensions[format]
  return { ...extensions, [format]: { ...own, hint: { ...own?.hint, content: 'parts' } } }
}
