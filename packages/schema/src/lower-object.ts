import { isJsonObject, pointer, type Json, type JsonObject } from '@interlingua/core'
import { anySchema } from './any-schema.ts'
import { lose } from './lose.ts'
import type { Lost } from './lost.ts'
import type { Located, LocatedObject } from './located.ts'
import { inside, type Lowering, type Place } from './lowering.ts'
import { toNullable } from './to-nullable.ts'

/** The keywords of a closed object. */
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
  const below = { ...inside(place), level: place.level + 1 }
  const properties = new Map<string, JsonObject>()
  const names = new Set(parts.flatMap(({ schema }) => (isJsonObject(schema.properties) ? Object.keys(schema.properties) : [])))
  for (const name of required) {
    if (!names.has(name)) lowering.report(pointer(first.path, 'properties', name), 'true', 'rewritten')
    names.add(name)
  }
  for (const name of names) {
    const conjuncts = parts.flatMap((part) => conjunctFor(part, name))
    const at = conjuncts[0]?.path ?? pointer(first.path, 'properties', name)
    const lowered = lowering.lower(conjuncts.length > 0 ? conjuncts : [{ schema: true, path: at }], below)
    const optional = !required.has(name)
    if (lowered === undefined && optional) continue
    if (lowered === undefined) {
      lowering.report(at, 'false', 'rewritten')
      properties.set(name, anySchema())
    } else if (optional && rules.allRequired) {
      lowering.report(first.path, 'required', 'rewritten')
      properties.set(name, toNullable(lowered))
    } else properties.set(name, lowered)
  }
  if (!parts.some(({ schema }) => isJsonObject(schema.properties))) lowering.report(first.path, 'properties', 'rewritten')
  out.properties = Object.fromEntries(properties)
  const needed = rules.allRequired ? new Set([...[...required].filter((name) => properties.has(name)), ...properties.keys()]) : required
  if (needed.size > 0 || parts.some(({ schema }) => Array.isArray(schema.required))) out.required = [...needed]
  out.additionalProperties = false
  reportOpen(lowering, parts, lost)
}

/** What a part says about one property: its own schema, or what it says about properties that it does not name. */
function conjunctFor({ schema, path }: LocatedObject, name: string): Located[] {
  const { properties, additionalProperties } = schema
  if (isJsonObject(properties) && Object.hasOwn(properties, name)) {
    return [{ schema: properties[name] as Json, path: pointer(path, 'properties', name) }] // hasOwn: it is there
  }
  // With patterns beside it, additionalProperties does not speak of every other name, and running a caller's pattern is not safe.
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
