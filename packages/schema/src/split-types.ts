import type { Json, JsonObject } from '@interlingua/core'
import { constraintType } from './keywords.ts'
import type { Located, LocatedObject } from './located.ts'
import type { Lost } from './lost.ts'
import { inside, type Lowering, type Place } from './lowering.ts'
import { mergeConstraints } from './merge-constraints.ts'
import { typeOf } from './type-of.ts'

/**
 * Makes a union of schemas with one type each, with the constraints and values for that type. Returns false if no branch can be written.
 */
export function splitTypes(
  lowering: Lowering,
  parts: readonly LocatedObject[],
  types: readonly string[],
  values: readonly Json[] | undefined,
  place: Place,
  out: Record<string, Json>,
  lost: Lost[],
): boolean {
  const path = parts[0]?.path ?? ''
  const branches: JsonObject[] = []
  for (const type of types) {
    const conjuncts: Located[] = [{ schema: branchOf(type, values), path }]
    for (const part of parts) {
      const constraints = constraintsOf(part, type)
      if (Object.keys(constraints).length > 0) conjuncts.push({ schema: constraints, path: part.path })
    }
    const branch = lowering.lower(conjuncts, inside(place))
    if (branch !== undefined) branches.push(branch)
  }
  mergeConstraints(lowering, parts.map(withoutConstraints), [], place.root, out, lost)
  if (branches.length === 0) return false
  out.anyOf = branches
  return true
}

function branchOf(type: string, values: readonly Json[] | undefined): JsonObject {
  if (values === undefined || type === 'null') return { type }
  return { type, enum: values.filter((value) => typeOf(value) === type || (type === 'number' && typeOf(value) === 'integer')) }
}

/** Constraints of a schema for values of `type`. */
function constraintsOf({ schema }: LocatedObject, type: string): JsonObject {
  const about = type === 'integer' ? 'number' : type
  const found: { -readonly [K in keyof JsonObject]: JsonObject[K] } = Object.create(null)
  for (const [keyword, value] of Object.entries(schema)) {
    const speaks = constraintType.get(keyword) === about || (keyword === 'propertyOrdering' && about === 'object')
    if (speaks) found[keyword] = value
  }
  return found
}

function withoutConstraints({ schema, path }: LocatedObject): LocatedObject {
  const rest = Object.entries(schema).filter(
    ([keyword]) => keyword !== 'enum' && keyword !== 'const' && keyword !== 'propertyOrdering' && !constraintType.has(keyword),
  )
  return { schema: Object.fromEntries(rest), path }
}
