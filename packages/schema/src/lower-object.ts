import { isJsonObject, pointer, type Json, type JsonObject } from '@interlingua/core'
import { lose } from './lose.ts'
import type { Lost } from './lost.ts'
import type { Located, LocatedObject } from './located.ts'
import { inside, type Lowering, type Place } from './lowering.ts'
import { toNullable } from './to-nullable.ts'

/** Lowers the keywords of an object; closes it if the dialect demands that. */
export function lowerObject(
  lowering: Lowering,
  parts: readonly LocatedObject[],
  place: Place,
  out: Record<string, Json>,
  lost: Lost[],
): void {
  const { rules } = lowering
  const required = mergeRequired(lowering, parts)
  const first = parts[0] as LocatedObject // an object type was found in a part
  const freed: string[] = []
  const properties = new Map<string, JsonObject>()
  const names = new Set(parts.flatMap(({ schema }) => (isJsonObject(schema.properties) ? Object.keys(schema.properties) : [])))
  for (const name of required) {
    if (!names.has(name)) lowering.report(pointer(first.path, 'properties', name), 'true', 'rewritten')
    names.add(name)
  }
  for (const name of names) {
    const conjuncts = parts.flatMap((part) => conjunctFor(part, name))
    const at = conjuncts[0]?.path ?? pointer(first.path, 'properties', name)
    const optional = !required.has(name)
    const below: Place = { ...inside(place), level: place.level + 1, optional: place.optional || optional, cut: false }
    const { cycles } = lowering
    lowering.cycles = false
    const lowered = lowering.lower(conjuncts.length > 0 ? conjuncts : [{ schema: true, path: at }], below)
    if (lowering.cycles) freed.push(name)
    lowering.cycles = cycles
    if (lowered === undefined && optional) continue
    if (lowered === undefined) {
      lowering.report(at, 'false', 'rewritten')
      properties.set(name, lowering.rules.any())
    } else if (optional && rules.allRequired) {
      lowering.report(first.path, 'required', 'rewritten')
      properties.set(name, toNullable(lowered))
    } else properties.set(name, lowered)
  }
  if (freed.length > 0) {
    // Cycles are legal only where a value can end them by leaving the property out.
    for (const name of freed) required.delete(name)
    lost.push({ keyword: 'required', value: freed })
    lowering.report(first.path, 'required', 'described')
  }
  const named = parts.some(({ schema }) => isJsonObject(schema.properties))
  if (rules.closed ? !named : named && rules.omitsNoProperties && properties.size === 0)
    lowering.report(first.path, 'properties', 'rewritten')
  if (rules.closed || properties.size > 0 || (named && !rules.omitsNoProperties)) out.properties = Object.fromEntries(properties)
  const needed = rules.allRequired ? new Set([...[...required].filter((name) => properties.has(name)), ...properties.keys()]) : required
  if (needed.size > 0 || (freed.length === 0 && parts.some(({ schema }) => Array.isArray(schema.required)))) out.required = [...needed]
  if (rules.ordering) writeOrdering(lowering, parts, properties, out)
  if (rules.closed) {
    out.additionalProperties = false
    reportOpen(lowering, parts, lost)
  } else writeAdditional(lowering, parts, place, out, lost)
}

/** Writes `additionalProperties` for dialects that do not close objects, if it can be expressed. */
function writeAdditional(lowering: Lowering, parts: readonly LocatedObject[], place: Place, out: Record<string, Json>, lost: Lost[]): void {
  const said: Located[] = []
  for (const part of parts) {
    const { additionalProperties, patternProperties } = part.schema
    if (additionalProperties === undefined) continue
    // With patterns beside it, `additionalProperties` does not cover every other name.
    const speaks = lowering.rules.additionalProperties && patternProperties === undefined
    if (speaks) said.push({ schema: additionalProperties, path: pointer(part.path, 'additionalProperties') })
    else
      lose(lowering, part, 'additionalProperties', lost, isJsonObject(additionalProperties) && Object.keys(additionalProperties).length > 0)
  }
  const [only] = said
  if (only === undefined) return
  if (said.length === 1 && typeof only.schema === 'boolean') out.additionalProperties = only.schema
  else if (said.some(({ schema }) => schema === false)) out.additionalProperties = false
  else out.additionalProperties = lowering.lower(said, { ...inside(place), level: place.level + 1, optional: true, cut: false }) ?? false
}

/** Writes `propertyOrdering` with the properties that are left. */
function writeOrdering(
  lowering: Lowering,
  parts: readonly LocatedObject[],
  properties: ReadonlyMap<string, JsonObject>,
  out: Record<string, Json>,
): void {
  for (const { schema, path } of parts) {
    const { propertyOrdering } = schema
    if (propertyOrdering === undefined) continue
    const names = Array.isArray(propertyOrdering)
      ? [...new Set(propertyOrdering)].filter((name): name is string => typeof name === 'string' && properties.has(name))
      : []
    const kept = out.propertyOrdering === undefined && names.length > 0
    if (!kept || !Array.isArray(propertyOrdering) || names.length < propertyOrdering.length)
      lowering.report(path, 'propertyOrdering', kept ? 'rewritten' : 'dropped')
    if (kept) out.propertyOrdering = names
  }
}

/** Schemas that a part applies to one property: the property's own, or that for undeclared properties. */
function conjunctFor({ schema, path }: LocatedObject, name: string): Located[] {
  const { properties, additionalProperties } = schema
  if (isJsonObject(properties) && Object.hasOwn(properties, name)) {
    return [{ schema: properties[name] as Json, path: pointer(path, 'properties', name) }] // hasOwn: it is there
  }
  // With patterns beside it, additionalProperties does not cover every other name, and running a caller's pattern is not safe.
  if (additionalProperties === undefined || schema.patternProperties !== undefined) return []
  return [{ schema: additionalProperties, path: pointer(path, 'additionalProperties') }]
}

function mergeRequired(lowering: Lowering, parts: readonly LocatedObject[]): Set<string> {
  const names = new Set<string>()
  for (const { schema, path } of parts) {
    if (!Object.hasOwn(schema, 'required')) continue
    const { required } = schema
    const valid = Array.isArray(required) ? required.filter((name): name is string => typeof name === 'string') : []
    if (!Array.isArray(required) || valid.length < required.length || new Set(valid).size < valid.length)
      lowering.report(path, 'required', 'rewritten')
    for (const name of valid) names.add(name)
  }
  return names
}

function reportOpen(lowering: Lowering, parts: readonly LocatedObject[], lost: Lost[]): void {
  const open = parts.filter(({ schema }) => schema.additionalProperties !== false)
  for (const part of open) {
    const { additionalProperties } = part.schema
    if (isJsonObject(additionalProperties) && Object.keys(additionalProperties).length > 0)
      lose(lowering, part, 'additionalProperties', lost, true)
    else if (additionalProperties !== undefined || parts.length === open.length)
      lowering.report(part.path, 'additionalProperties', 'rewritten')
  }
}
