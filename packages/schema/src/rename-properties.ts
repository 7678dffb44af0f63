import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'
import { deriveId } from '@interlingua/core/adapter'
import { changeSchemas } from './change-schemas.ts'

/** Keywords whose schemas are about the same object. */
const samePlace = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'] as const
const illegal = /[^A-Za-z0-9_.-]/g
const suffixLength = 9

/** Property names of the root that are not accepted → their new names. The same for the same schema. */
export function findPropertyNames({ properties }: JsonObject, limit: number): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  if (!isJsonObject(properties)) return names
  const own = Object.keys(properties)
  const isLegal = (name: string): boolean => name !== '' && name.length <= limit && name.search(illegal) === -1
  const changed = own.filter((name) => !isLegal(name))
  if (changed.length === 0) return names
  const taken = new Set(own)
  for (const name of changed) {
    const clean = name.replaceAll(illegal, '_')
    let wire = clean
    // The new name is a hash of the old one, and so does not depend on other names.
    for (let n = 0; !isLegal(wire) || taken.has(wire); n++)
      wire = `${clean.slice(0, limit - suffixLength)}_${deriveId('', name, n).slice(0, suffixLength - 1)}`
    taken.add(wire)
    names.set(name, wire)
  }
  return names
}

/** Renames properties of the root, wherever the schema mentions them. */
export function renameProperties(root: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  if (names.size === 0) return root
  const prefix = '#/properties/'
  const references = changeSchemas(root, '', (schema) => {
    const { $ref } = schema
    if (typeof $ref !== 'string' || !$ref.startsWith(prefix)) return schema
    const [segment = '', ...more] = $ref.slice(prefix.length).split('/')
    const name = names.get(decode(segment))
    return name === undefined ? schema : { ...schema, $ref: [prefix + name, ...more].join('/') }
  })
  return renameHere(references, names, 0)
}

function renameHere(schema: JsonObject, names: ReadonlyMap<string, string>, depth: number): JsonObject {
  const out: Record<string, Json> = { ...schema }
  const nameOf = (name: string): string => names.get(name) ?? name
  const listed = (list: Json | undefined): Json | undefined =>
    Array.isArray(list) ? list.map((name: Json) => (typeof name === 'string' ? nameOf(name) : name)) : list
  const keyed = (value: Json, change: (inner: Json) => Json): Json =>
    isJsonObject(value) ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [nameOf(name), change(inner)])) : value
  const below = (value: Json): Json => (isJsonObject(value) && depth < 16 ? renameHere(value, names, depth + 1) : value)
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'properties') out[keyword] = keyed(value, (inner) => inner)
    else if (keyword === 'required' || keyword === 'propertyOrdering') out[keyword] = listed(value) ?? value
    else if (keyword === 'dependentRequired' || keyword === 'dependentSchemas' || keyword === 'dependencies')
      out[keyword] = keyed(value, (inner) => (Array.isArray(inner) ? (listed(inner) ?? inner) : below(inner)))
    else if (samePlace.some((each) => each === keyword)) out[keyword] = Array.isArray(value) ? value.map(below) : below(value)
    else if (keyword === 'examples' && Array.isArray(value)) out[keyword] = value.map((each: Json) => keyed(each, (inner) => inner))
    else if (keyword === 'default') out[keyword] = keyed(value, (inner) => inner)
  }
  return out
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return segment
  }
}
