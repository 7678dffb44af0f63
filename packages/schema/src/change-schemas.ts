import { isJsonObject, pointer, type Json, type JsonObject, type Pointer } from '@interlingua/core'
import { schemaPositions } from './keywords.ts'

/** Returns the replacement for a schema at `path`, whose inner schemas are replaced already; the schema itself if nothing changes. */
export type SchemaChange = (schema: JsonObject, path: Pointer) => JsonObject

/** Changes a schema and all schemas in it, inner ones first. Unchanged ones are shared with the given schema. */
export function changeSchemas(schema: JsonObject, path: Pointer, change: SchemaChange): JsonObject {
  let inner: Record<string, Json> | undefined
  const put = (keyword: string, value: Json): void => {
    if (value !== schema[keyword]) (inner ??= { ...schema })[keyword] = value
  }
  for (const keyword of schemaPositions.one) {
    const child = own(schema, keyword)
    if (isJsonObject(child)) put(keyword, changeSchemas(child, pointer(path, keyword), change))
  }
  for (const keyword of schemaPositions.list) {
    const list = own(schema, keyword)
    if (Array.isArray(list)) put(keyword, mapList(list, pointer(path, keyword), change))
  }
  for (const keyword of [...schemaPositions.map, ...schemaPositions.definitions]) {
    const map = own(schema, keyword)
    if (isJsonObject(map)) put(keyword, mapValues(map, pointer(path, keyword), change))
  }
  return change(inner ?? schema, path)
}

function own(schema: JsonObject, keyword: string): Json | undefined {
  return Object.hasOwn(schema, keyword) ? schema[keyword] : undefined
}

function mapList(list: readonly Json[], path: Pointer, change: SchemaChange): readonly Json[] {
  let changed: Json[] | undefined
  for (const [index, child] of list.entries()) {
    const made = isJsonObject(child) ? changeSchemas(child, pointer(path, index), change) : child
    if (made !== child) (changed ??= [...list])[index] = made
  }
  return changed ?? list
}

function mapValues(map: JsonObject, path: Pointer, change: SchemaChange): JsonObject {
  let same = true
  const entries = Object.entries(map).map(([name, child]): [string, Json] => {
    const made = isJsonObject(child) ? changeSchemas(child, pointer(path, name), change) : child
    if (made !== child) same = false
    return [name, made]
  })
  return same ? map : Object.fromEntries(entries)
}
