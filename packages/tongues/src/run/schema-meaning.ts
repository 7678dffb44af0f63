import { at, isObject, items } from '../json/access.ts'
import { formatJson } from '../json/format-json.ts'
import type { Json, JsonObject, Writable } from '../json/json.ts'
import { tryJson } from '../json/parse-json.ts'

/** Keywords that say nothing about values. */
const silent = new Set([
  '$schema',
  '$id',
  '$comment',
  'title',
  'description',
  'default',
  'examples',
  '$defs',
  'definitions',
  'propertyOrdering',
])
const sets = new Set(['required', 'enum', 'type'])

/**
 * Text that is the same for all schemas that admit the same values, as far as these rules see: a constant is an enum of one, `anyOf` with null and `nullable`
 * are types with null, references are put in, `allOf` is merged, order of keys and sets is none.
 */
export function meaningOf(schema: string): string {
  const value = tryJson(schema)
  return value === undefined ? schema : formatJson(normal(value, value, 0))
}

function normal(schema: Json, root: Json, depth: number): Writable {
  if (!isObject(schema) || depth > 12) return depth > 12 ? true : schema
  const ref = schema['$ref']
  if (typeof ref === 'string' && ref.startsWith('#')) {
    const target = at(root, ...ref.slice(1).split('/').filter(Boolean))
    const { $ref: _, ...siblings } = schema
    return target === undefined ? schema : normal({ ...(isObject(target) ? target : {}), ...siblings }, root, depth + 1)
  }
  const merged = mergeAll(schema, root)
  const made: Record<string, Writable> = {}
  for (const [key, value] of Object.entries(merged).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (silent.has(key)) continue
    if (key === 'const') made['enum'] = [value]
    else if (key === 'nullable') continue
    else if (key === 'properties' || key === 'patternProperties')
      made[key] = Object.fromEntries(
        Object.entries(isObject(value) ? value : {})
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, each]) => [name, normal(each, root, depth + 1)]),
      )
    else if (sets.has(key)) made[key] = sorted(key, value)
    else if (['anyOf', 'oneOf', 'prefixItems'].includes(key)) made[key] = items(value).map((each) => normal(each, root, depth + 1))
    else if (['items', 'not', 'if', 'then', 'else', 'additionalProperties'].includes(key)) made[key] = normal(value, root, depth + 1)
    else made[key] = value
  }
  if (merged['nullable'] === true) made['type'] = sorted('type', [...typesOf(made['type']), 'null'])
  // Values that are listed have their types.
  if (made['enum'] !== undefined) delete made['type']
  if (Array.isArray(made['required']) && made['required'].length === 0) delete made['required']
  return foldNull(made)
}

function mergeAll(schema: JsonObject, root: Json): JsonObject {
  const parts = items(schema['allOf'])
  if (parts.length === 0) return schema
  const { allOf: _, ...rest } = schema
  let whole: JsonObject = rest
  for (const part of parts) {
    const ref = at(part, '$ref')
    const each = typeof ref === 'string' ? at(root, ...ref.slice(1).split('/').filter(Boolean)) : part
    if (!isObject(each)) continue
    whole = {
      ...whole,
      ...each,
      properties: {
        ...(isObject(whole['properties']) ? whole['properties'] : {}),
        ...(isObject(each['properties']) ? each['properties'] : {}),
      },
      required: [...new Set([...items(whole['required']), ...items(each['required'])])],
    }
  }
  return whole
}

function typesOf(type: Writable): readonly string[] {
  return (Array.isArray(type) ? (type as readonly Writable[]) : [type]).flatMap((each) =>
    typeof each === 'string' ? [each.toLowerCase()] : [],
  )
}

function sorted(key: string, value: Json | readonly Writable[]): Writable {
  if (key === 'type') return [...new Set(typesOf(value))].toSorted()
  return [...items(value as Json)].toSorted((a, b) => (formatJson(a) < formatJson(b) ? -1 : 1)) // only `type` comes with other values than JSON
}

/** `anyOf` of a type and null is that type or null. */
function foldNull(schema: Record<string, Writable>): Writable {
  const either = schema['anyOf']
  if (!Array.isArray(either) || either.length !== 2) return schema
  const isNull = (each: Writable): boolean => formatJson(each) === '{"type":["null"]}'
  const others = (either as readonly Writable[]).filter((each) => !isNull(each))
  const [only] = others
  if (others.length !== 1 || typeof only !== 'object' || only === null || Array.isArray(only)) return schema
  const { anyOf: _, ...rest } = schema
  const inner = only as { readonly [key: string]: Writable } // neither null nor an array, and literals do not stand in anyOf
  if (inner['type'] === undefined) return schema
  const whole: Record<string, Writable> = { ...rest, ...inner, type: sorted('type', [...typesOf(inner['type']), 'null']) }
  return Object.fromEntries(Object.entries(whole).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
