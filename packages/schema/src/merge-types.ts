import type { Json, JsonObject } from '@interlingua/core'
import { constraintType } from './keywords.ts'
import type { LocatedObject } from './located.ts'
import type { Lowering } from './lowering.ts'
import { typeOf } from './type-of.ts'

const allTypes: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean', 'null', 'array', 'object'])

/**
 * Types that a schema allows: those declared, else those of its enum values, else those of its constraints. Empty: none; `undefined`: not
 * restricted.
 */
export function mergeTypes(
  lowering: Lowering,
  parts: readonly LocatedObject[],
  values: readonly Json[] | undefined,
): readonly string[] | undefined {
  let types: readonly string[] | undefined
  for (const part of parts) {
    const declared = declaredTypes(part.schema)
    if (declared === undefined) {
      if (Object.hasOwn(part.schema, 'type')) lowering.report(part.path, 'type', 'dropped')
      continue
    }
    types = types === undefined ? declared : intersect(types, declared)
  }
  const [first] = parts
  if (types !== undefined || first === undefined) return types
  if (values !== undefined) types = unique(values.map(typeOf))
  else types = unique(parts.flatMap(({ schema }) => Object.keys(schema).flatMap((keyword) => constraintType.get(keyword) ?? [])))
  if (types.length === 0) return undefined
  if (values !== undefined && !lowering.rules.typedValues) return types
  lowering.report(first.path, 'type', 'rewritten')
  return types
}

function declaredTypes({ type }: JsonObject): readonly string[] | undefined {
  const list = typeof type === 'string' ? [type] : Array.isArray(type) ? type : []
  const known = list.filter((each): each is string => typeof each === 'string' && allTypes.has(each))
  return known.length > 0 && known.length === list.length ? unique(known) : undefined
}

function intersect(left: readonly string[], right: readonly string[]): readonly string[] {
  const accepts = (types: readonly string[], type: string): boolean =>
    types.includes(type) || (type === 'integer' && types.includes('number'))
  return unique([...left.filter((type) => accepts(right, type)), ...right.filter((type) => accepts(left, type))])
}

function unique(types: readonly string[]): readonly string[] {
  return [...new Set(types)]
}
