import type { Context, Part } from '@interlingua/core'
import { notice } from './notices.ts'
import { placeOf } from './place-of.ts'

/** Flattens the name of a call: the namespace becomes its beginning, as in declarations. Returns any other part as it is. */
export function flattenCall(part: Part, context: Context): Part {
  if (part.type !== 'tool-call' || part.namespace === undefined) return part
  context.onNotice(notice('tool-name', placeOf(part, 'name', part.at ?? '')))
  const { namespace, ...rest } = part
  return { ...rest, name: `${namespace}__${part.name}` }
}
