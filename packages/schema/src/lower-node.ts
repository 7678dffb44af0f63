import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'
import { describeLost } from './describe-lost.ts'
import type { Lost } from './lost.ts'
import { flattenConjuncts } from './flatten-conjuncts.ts'
import { foldNull } from './fold-null.ts'
import { isBesideReference } from './is-beside-reference.ts'
import type { Located, LocatedObject } from './located.ts'
import { lowerArray } from './lower-array.ts'
import { lowerObject } from './lower-object.ts'
import { lowerBranches } from './lower-branches.ts'
import { inside, type Lowering, type Place } from './lowering.ts'
import { mergeConstraints } from './merge-constraints.ts'
import { mergeTypes } from './merge-types.ts'
import { mergeValues } from './merge-values.ts'
import { mustSplit } from './must-split.ts'
import { narrowTypes } from './narrow-types.ts'
import { outlineOf } from './outline-of.ts'
import { splitTypes } from './split-types.ts'
import { takeUnions } from './take-unions.ts'
import { typeOf } from './type-of.ts'
import { writeEnum } from './write-enum.ts'

type Out = Record<string, Json>

/** Lowers one schema; `undefined` if no value can satisfy it, or recursion had to be cut. */
export function lowerNode(lowering: Lowering, conjuncts: readonly Located[], place: Place): JsonObject | undefined {
  const kept = keepReference(lowering, conjuncts, place)
  if (kept !== undefined) return kept
  const flat = flattenConjuncts(lowering, conjuncts, place)
  if (flat === undefined) return undefined
  for (const { schema, path } of flat.parts) {
    if (place.root) continue
    for (const keyword of ['$defs', 'definitions']) if (Object.hasOwn(schema, keyword)) lowering.report(path, keyword, 'rewritten')
  }
  const { unions, base } = takeUnions(lowering, flat.parts)
  const lost: Lost[] = []
  const out: Out = readAnnotations(lowering, base)
  if (unions.length > 0) {
    const constraining = base.filter(({ schema }) => !Object.keys(schema).every((keyword) => isAnnotation(keyword)))
    const annotated = base.filter((part) => !constraining.includes(part))
    mergeConstraints(lowering, annotated, [], place.root, out, lost)
    const branches = lowerBranches(lowering, unions, constraining.map(withoutAnnotations), flat.place)
    if (branches === undefined) return undefined
    out.anyOf = branches
    if (lowering.rules.oneType && foldNull(branches, out))
      for (const { part, keyword } of unions) lowering.report(part.path, keyword, 'rewritten')
    return described(out, lost)
  }
  return lowerTyped(lowering, base, conjuncts, flat.place, out, lost) ? described(out, lost) : undefined
}

/** Keeps a single reference that has nothing beside it that would have to be merged with its target. */
function keepReference(lowering: Lowering, conjuncts: readonly Located[], place: Place): JsonObject | undefined {
  const [only] = conjuncts
  if (only === undefined || conjuncts.length > 1 || !isJsonObject(only.schema) || typeof only.schema.$ref !== 'string') return undefined
  if (place.root && lowering.rules.objectRoot) return undefined
  const part: LocatedObject = { schema: only.schema, path: only.path }
  const keywords = Object.keys(part.schema)
  if (!keywords.every((keyword) => isBesideReference(keyword))) return undefined
  const { references, recursion } = lowering.rules
  const target = references.length === 0 ? undefined : lowering.resolve(only.schema.$ref)
  if (target === undefined || !isJsonObject(target.schema) || (recursion === 'nowhere' && lowering.isRecursive(target))) return undefined
  if (recursion === 'optional' && !place.optional && lowering.leadsTo(target, only.path)) {
    if (!place.cut) lowering.cycles = true
    else {
      lowering.report(only.path, '$ref', 'dropped')
      const { $ref: _, ...beside } = only.schema
      return lowering.lower(
        [
          { schema: beside, path: only.path },
          { schema: outlineOf(target), path: target.path },
        ],
        inside(place),
      )
    }
  }
  const reference: JsonObject = { $ref: lowering.refer(only.path, target) }
  const beside = keywords.filter((keyword) => keyword !== '$ref' && !(place.root && (keyword === '$defs' || keyword === 'definitions')))
  if (beside.length === 0) return reference
  lowering.report(only.path, '$ref', 'rewritten')
  const out: Out = readAnnotations(lowering, [part])
  const lost: Lost[] = []
  const { $ref: _, ...rest } = part.schema
  mergeConstraints(lowering, [{ schema: rest, path: only.path }], [], place.root, out, lost)
  out.anyOf = [reference]
  return described(out, lost)
}

function lowerTyped(
  lowering: Lowering,
  parts: readonly LocatedObject[],
  conjuncts: readonly Located[],
  place: Place,
  out: Out,
  lost: Lost[],
): boolean {
  const merged = mergeValues(lowering, parts, lost)
  const [first] = parts
  let types = mergeTypes(lowering, parts, merged?.values)
  if (types?.length === 0 || merged?.values.length === 0) {
    if (first !== undefined) lowering.report(first.path, types?.length === 0 ? 'type' : 'enum', 'rewritten')
    return false
  }
  if (types === undefined) {
    const any = lowering.rules.any()
    if (first === undefined) for (const { path } of conjuncts) lowering.report(path, 'true', 'rewritten') // all were `true`
    else if (Object.keys(any).length > 0) lowering.report(first.path, 'true', 'rewritten')
    Object.assign(out, any)
    mergeConstraints(lowering, parts, [], place.root, out, lost)
    return true
  }
  if (merged !== undefined && first !== undefined && types.some((type) => type === 'array' || type === 'object')) {
    // Values are listed, and none of them is a list or an object.
    const named = new Set(merged.values.map(typeOf))
    lowering.report(first.path, 'type', 'rewritten')
    types = types.filter((type) => named.has(type) || (type === 'number' && named.has('integer')))
    if (types.length === 0) return false
  }
  if (!lowering.rules.closed && first !== undefined) {
    const narrowed = narrowTypes(lowering.rules, types, merged?.values)
    if (narrowed.length < types.length) lowering.report(first.path, 'type', 'rewritten')
    types = narrowed
    if (types.length === 0) return false
    if (mustSplit(lowering.rules, types, merged?.values)) {
      lowering.report(first.path, 'type', 'rewritten')
      return splitTypes(lowering, parts, types, merged?.values, place, out, lost)
    }
    writeEnum(lowering, first, types, merged?.values, out, lost)
  } else if (merged?.spelling === 'enum') out.enum = merged.values
  else if (merged !== undefined) out.const = merged.values[0] as Json // the spelling const has one value
  if (merged === undefined || lowering.rules.typedValues || parts.some(({ schema }) => Object.hasOwn(schema, 'type')))
    out.type = encodeType(parts, types)
  mergeConstraints(lowering, parts, types, place.root, out, lost)
  if (types.includes('object')) lowerObject(lowering, parts, place, out, lost)
  else dropAll(lowering, parts, ['properties', 'required', 'additionalProperties'])
  if (types.includes('array')) lowerArray(lowering, parts, place, out, lost)
  else dropAll(lowering, parts, ['items', 'prefixItems', 'additionalItems'])
  return true
}

/** A list of one type stays a list. */
function encodeType(parts: readonly LocatedObject[], types: readonly string[]): Json {
  const written = parts.length === 1 ? parts[0]?.schema.type : undefined
  if (Array.isArray(written) && written.length === types.length && types.every((type) => written.includes(type))) return written
  return types.length === 1 ? (types[0] as string) : types // length checked
}

function dropAll(lowering: Lowering, parts: readonly LocatedObject[], keywords: readonly string[]): void {
  for (const { schema, path } of parts)
    for (const keyword of keywords) if (Object.hasOwn(schema, keyword)) lowering.report(path, keyword, 'dropped')
}

/** True for keywords that do not constrain values; unknown ones count as such. */
function isAnnotation(keyword: string): boolean {
  return keyword !== '$ref' && isBesideReference(keyword)
}

function withoutAnnotations({ schema, path }: LocatedObject): LocatedObject {
  return {
    schema: Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword !== 'title' && keyword !== 'description')),
    path,
  }
}

/** Merges annotations: one title is kept, and descriptions are joined. Values that are no text are reported. */
function readAnnotations(lowering: Lowering, parts: readonly LocatedObject[]): Out {
  const out: Out = {}
  const descriptions = new Set<string>()
  for (const { schema, path } of parts) {
    const { title, description } = schema
    if (typeof title === 'string' && (out.title ?? title) === title) out.title = title
    else if (title !== undefined) lowering.report(path, 'title', 'dropped')
    if (typeof description === 'string') descriptions.add(description)
    else if (description !== undefined) lowering.report(path, 'description', 'dropped')
  }
  if (descriptions.size > 0) out.description = [...descriptions].join('\n\n')
  return out
}

function described(out: Out, lost: readonly Lost[]): JsonObject {
  const description = describeLost(typeof out.description === 'string' ? out.description : undefined, lost)
  if (description !== undefined) out.description = description
  return out
}
