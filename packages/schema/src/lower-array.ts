import { isJsonObject, pointer, type Json } from '@interlingua/core'
import { lose } from './lose.ts'
import type { Lost } from './lost.ts'
import type { Located, LocatedObject } from './located.ts'
import { inside, type Lowering, type Place } from './lowering.ts'

/** Lowers the keywords of a list; a tuple becomes a list of what its places take. */
export function lowerArray(
  lowering: Lowering,
  parts: readonly LocatedObject[],
  place: Place,
  out: Record<string, Json>,
  lost: Lost[],
): void {
  const conjuncts: Located[] = []
  for (const part of parts) {
    const tuple = tupleOf(part)
    const rest = restOf(part)
    if (tuple === undefined) {
      if (rest !== undefined) conjuncts.push(rest)
      if (Object.hasOwn(part.schema, 'additionalItems')) lowering.report(part.path, 'additionalItems', 'dropped')
      continue
    }
    if (lowering.rules.prefixItems && parts.filter(speaksOfItems).length === 1) return writeTuple(lowering, part, tuple, rest, place, out)
    lose(lowering, part, tuple.keyword, lost, true)
    const restKeyword = tuple.keyword === 'items' ? 'additionalItems' : 'items'
    if (Object.hasOwn(part.schema, restKeyword)) lose(lowering, part, restKeyword, lost, true)
    if (rest?.schema === false) limitLength(lowering, tuple.branches.length, out)
    // The branches keep their own places: each is a schema of the new union.
    const branches =
      rest === undefined
        ? [...tuple.branches, { schema: true, path: part.path }]
        : rest.schema === false
          ? tuple.branches
          : [...tuple.branches, rest]
    const lowered = branches.flatMap((branch) => lowering.lower([branch], { ...inside(place), depth: place.depth + 2 }) ?? [])
    out.items = lowered.length === 0 ? lowering.rules.any() : lowered.length === 1 ? (lowered[0] as Json) : { anyOf: lowered } // length checked
    return
  }
  const first = parts[0] as LocatedObject // an array type was found in a part
  const itemsPath = conjuncts[0]?.path ?? pointer(first.path, 'items')
  if (conjuncts.length === 0 && !lowering.rules.needsItems) return
  if (conjuncts.length === 0) lowering.report(first.path, 'items', 'rewritten')
  const lowered = lowering.lower(conjuncts.length === 0 ? [{ schema: true, path: itemsPath }] : conjuncts, inside(place))
  if (lowered === undefined) {
    lowering.report(first.path, 'items', 'rewritten')
    limitLength(lowering, 0, out)
  }
  out.items = lowered ?? lowering.rules.any()
}

interface Tuple {
  readonly keyword: 'prefixItems' | 'items'
  readonly branches: readonly Located[]
}

function writeTuple(
  lowering: Lowering,
  part: LocatedObject,
  { keyword, branches }: Tuple,
  rest: Located | undefined,
  place: Place,
  out: Record<string, Json>,
): void {
  if (keyword === 'items' || branches.length === 0) lowering.report(part.path, keyword, 'rewritten')
  if (branches.length > 0) out.prefixItems = branches.map((branch) => lowering.lower([branch], inside(place)) ?? lowering.rules.any())
  if (rest === undefined) return
  if (keyword === 'items') lowering.report(part.path, 'additionalItems', 'rewritten')
  const lowered = rest.schema === false ? undefined : lowering.lower([rest], inside(place))
  if (lowered !== undefined) out.items = lowered
  else {
    lowering.report(part.path, keyword === 'items' ? 'additionalItems' : 'items', 'rewritten')
    limitLength(lowering, branches.length, out)
  }
}

function speaksOfItems({ schema }: LocatedObject): boolean {
  return Object.hasOwn(schema, 'items') || Object.hasOwn(schema, 'prefixItems') || Object.hasOwn(schema, 'additionalItems')
}

function limitLength(lowering: Lowering, length: number, out: Record<string, Json>): void {
  if (lowering.rules.keywords.maxItems?.(length, ['array']))
    out.maxItems = Math.min(length, typeof out.maxItems === 'number' ? out.maxItems : length)
}

function tupleOf({ schema, path }: LocatedObject): Tuple | undefined {
  for (const keyword of ['prefixItems', 'items'] as const) {
    const list = schema[keyword]
    if (Array.isArray(list))
      return { keyword, branches: list.map((branch, index) => ({ schema: branch, path: pointer(path, keyword, index) })) }
  }
  return undefined
}

/** Schema behind a list's tuple, or for all its items if it has no tuple. */
function restOf({ schema, path }: LocatedObject): Located | undefined {
  const keyword = Array.isArray(schema.items) && schema.prefixItems === undefined ? 'additionalItems' : 'items'
  const rest = schema[keyword]
  return isJsonObject(rest) || typeof rest === 'boolean' ? { schema: rest, path: pointer(path, keyword) } : undefined
}
