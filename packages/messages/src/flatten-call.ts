import type { Context, Part } from '@interlingua/core'
import { placeOfName } from './lower/tool-names.ts'
import { notice } from './notices.ts'

/** Flattens the name of a call: the namespace becomes its beginning, as in declarations. Returns any other part as it is. */
export function flattenCall(part: Part, context: Context): Part {
  if (part.type !== 'tool-call' || part.namespace === undefined) return part
  context.onNotice(notice('tool-name', placeOfName(part, part.at ?? '')))
  const { namespace, ...rest } = part
  return { ...rest, name: `${namespace}__${part.name}` }
}
