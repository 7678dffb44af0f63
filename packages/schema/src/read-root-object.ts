import { isJsonObject, type Json } from '@interlingua/core'
import { canonicalText } from './canonical-text.ts'

/** Description of an object by one schema without unions. */
export interface RootObject {
  /** Properties with a schema that joins all schemas for their values, by `allOf` or `anyOf`. */
  readonly properties: ReadonlyMap<string, Json>
  readonly required: ReadonlySet<string>
  /** True if no other properties are allowed. */
  readonly closed: boolean
}

/** Depth beyond which schemas are not read. */
const deepest = 16
const nothing: RootObject = { properties: new Map(), required: new Set(), closed: false }

/** Object schema for all objects that satisfy `schema`, and perhaps more; `undefined` if no object does. */
export function readRootObject(
  schema: Json,
  resolve: (reference: string) => Json | undefined,
  seen: readonly string[] = [],
  depth = 0,
): RootObject | undefined {
  if (!isJsonObject(schema)) return schema === false ? undefined : nothing
  const { type, properties, required, $ref } = schema
  if (type !== undefined && type !== 'object' && !(Array.isArray(type) && type.includes('object'))) return undefined
  let read: RootObject = {
    properties: new Map(isJsonObject(properties) ? Object.entries(properties) : []),
    required: new Set(Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []),
    closed: schema.additionalProperties === false,
  }
  if (depth > deepest) return read
  if (typeof $ref === 'string' && !seen.includes($ref)) {
    const target = resolve($ref)
    const found = target === undefined ? nothing : readRootObject(target, resolve, [...seen, $ref], depth + 1)
    if (found === undefined) return undefined
    read = both(read, found)
  }
  for (const part of listOf(schema.allOf)) {
    const found = readRootObject(part, resolve, seen, depth + 1)
    if (found === undefined) return undefined
    read = both(read, found)
  }
  for (const keyword of ['anyOf', 'oneOf']) {
    if (!Array.isArray(schema[keyword])) continue
    const branches = listOf(schema[keyword]).map((branch) => readRootObject(branch, resolve, seen, depth + 1))
    const found = branches.filter((branch) => branch !== undefined)
    if (found.length > 0) read = both(read, oneOfThem(found))
  }
  return read
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}

function both(a: RootObject, b: RootObject): RootObject {
  if (b === nothing) return a
  const properties = new Map(a.properties)
  for (const [name, schema] of b.properties) {
    const known = properties.get(name)
    properties.set(name, known === undefined ? schema : joined('allOf', [known, schema]))
  }
  const closed = (a.closed && (b.closed || b.properties.size === 0)) || (b.closed && a.properties.size === 0)
  return { properties, required: new Set([...a.required, ...b.required]), closed }
}

function oneOfThem(branches: readonly RootObject[]): RootObject {
  const variants = new Map<string, Json[]>()
  for (const { properties } of branches)
    for (const [name, schema] of properties) {
      const known = variants.get(name)
      if (known) known.push(schema)
      else variants.set(name, [schema])
    }
  const [first = nothing] = branches
  return {
    properties: new Map([...variants].map(([name, schemas]) => [name, joined('anyOf', schemas)])),
    required: new Set([...first.required].filter((name) => branches.every(({ required }) => required.has(name)))),
    closed: branches.every(({ closed }) => closed),
  }
}

/** Joins several schemas of one property; the values of a discriminator become one enum. */
function joined(keyword: 'allOf' | 'anyOf', schemas: readonly Json[]): Json {
  const distinct = [...new Map(schemas.map((schema) => [canonicalText(schema), schema])).values()]
  const [only] = distinct
  if (only === undefined || distinct.length === 1) return only ?? {}
  return (keyword === 'anyOf' ? asEnum(distinct) : undefined) ?? { [keyword]: distinct }
}

function asEnum(schemas: readonly Json[]): Json | undefined {
  const values: Json[] = []
  let type: Json | undefined
  for (const [index, schema] of schemas.entries()) {
    if (!isJsonObject(schema) || Object.keys(schema).some((key) => key !== 'type' && key !== 'const' && key !== 'enum')) return undefined
    if (index > 0 && schema.type !== type) return undefined
    type = schema.type
    if (Array.isArray(schema.enum) && schema.const === undefined) values.push(...(schema.enum as readonly Json[])) // a list of JSON
    else if (schema.const !== undefined && schema.enum === undefined) values.push(schema.const)
    else return undefined
  }
  const distinct = [...new Map(values.map((value) => [canonicalText(value), value])).values()]
  return { ...(type !== undefined && { type }), enum: distinct }
}
