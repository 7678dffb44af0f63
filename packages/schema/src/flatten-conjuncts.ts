import { isJsonObject, pointer, type JsonObject } from '@interlingua/core'
import type { Located, LocatedObject } from './located.ts'
import type { Lowering, Place } from './lowering.ts'
import { outlineOf } from './outline-of.ts'

/** Schemas without `allOf` and `$ref` that must hold together. */
export interface Flat {
  readonly parts: readonly LocatedObject[]
  /** `place` with the references that were written out on the way. */
  readonly place: Place
}

/**
 * Writes out `allOf`, and the references that cannot be kept; `undefined` if no value satisfies all, or recursion had to be cut in a closed
 * dialect.
 */
export function flattenConjuncts(lowering: Lowering, conjuncts: readonly Located[], place: Place): Flat | undefined {
  const parts: LocatedObject[] = []
  const expanded = [...place.expanded]
  const seen = new Set<string>()
  const open = conjuncts.toReversed()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { schema, path } = next
    if (schema === true) continue
    if (!isJsonObject(schema)) {
      lowering.report(path, 'false', 'rewritten')
      return undefined
    }
    const { allOf, $ref } = schema
    const rest: { -readonly [K in keyof JsonObject]: JsonObject[K] } = Object.create(null)
    for (const [keyword, value] of Object.entries(schema)) if (keyword !== 'allOf' && keyword !== '$ref') rest[keyword] = value
    parts.push({ schema: allOf === undefined && $ref === undefined ? schema : rest, path })
    if (allOf !== undefined) {
      lowering.report(path, 'allOf', Array.isArray(allOf) ? 'rewritten' : 'dropped')
      if (Array.isArray(allOf)) {
        for (const [index, branch] of [...allOf.entries()].toReversed()) open.push({ schema: branch, path: pointer(path, 'allOf', index) })
      }
    }
    if ($ref === undefined) continue
    const target = typeof $ref === 'string' ? lowering.resolve($ref) : undefined
    lowering.report(path, '$ref', target === undefined ? 'dropped' : 'rewritten')
    if (target === undefined || seen.has(target.path)) continue
    seen.add(target.path)
    const times = expanded.filter((each) => each === target.path).length
    if (times > 0 && times >= lowering.unroll) {
      lowering.report(path, '$ref', 'dropped')
      if (lowering.rules.closed) return undefined
      parts.push({ schema: outlineOf(target), path: target.path })
      continue
    }
    expanded.push(target.path)
    open.push(target)
  }
  return { parts, place: { ...place, expanded } }
}
