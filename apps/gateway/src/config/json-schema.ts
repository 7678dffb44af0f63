import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'
import * as z from 'zod'
import { configSchema } from './config-schema.ts'
import { renamedKeys } from './renamed-keys.ts'

/** JSON Schema of `interlingua.yaml`, for editors; printed to `apps/gateway/interlingua.schema.json`. */
export function configJsonSchema(): JsonObject {
  const { $schema, ...schema } = z.toJSONSchema(configSchema, { io: 'input', target: 'draft-7' })
  const whole = JSON.parse(JSON.stringify({ $schema, title: 'interlingua.yaml', ...schema })) as JsonObject // a schema is an object
  for (const { within, old, now } of renamedKeys.toReversed()) for (const group of groupsAt(whole, within)) addOldKey(group, old, now)
  return whole
}

/** Adds an old key with the schema of the new one, and marks it for editors. */
function addOldKey(group: JsonObject, old: string, now: readonly string[]): void {
  const { properties } = group
  if (!isJsonObject(properties)) return
  const [schema] = now.reduce<readonly Json[]>(
    (schemas, key) => schemas.flatMap((each) => groups(each)).flatMap((each) => propertyOf(each, key)),
    [group],
  )
  if (schema === undefined) throw new TypeError(`the file has no key ${now.join('.')}`)
  const word = `"${old}" is now "${now.join('.')}"`
  const value = changed[old] ?? (isJsonObject(schema) ? schema : {})
  Object.assign(properties, { [old]: { ...value, deprecated: true, deprecationMessage: word, description: word } })
}

/** Schemas of old keys whose values have another meaning. */
const changed: Readonly<Record<string, JsonObject>> = {
  days: { type: 'integer', minimum: 1 },
  lifetime: { type: 'integer', minimum: 1 },
  rejectsResponseFormat: { type: 'boolean' },
}

/** Groups of keys at a path of the file, in which `*` is any entry of a list. */
function groupsAt(schema: Json, path: readonly string[]): readonly JsonObject[] {
  const [key, ...rest] = path
  const here = groups(schema)
  if (key === undefined) return here.filter(({ properties }) => isJsonObject(properties))
  const below =
    key === '*'
      ? [schema].flatMap(branches).flatMap((each) => (each['items'] === undefined ? [] : [each['items']]))
      : here.flatMap((each) => propertyOf(each, key))
  return below.flatMap((each) => groupsAt(each, rest))
}

function propertyOf({ properties }: JsonObject, key: string): readonly Json[] {
  const value = isJsonObject(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined
  return value === undefined ? [] : [value]
}

function groups(schema: Json): readonly JsonObject[] {
  return branches(schema).filter(({ properties }) => isJsonObject(properties))
}

/** Alternatives of a schema, itself among them. */
export function branches(schema: unknown): readonly JsonObject[] {
  if (!isJsonObject(schema)) return []
  const { anyOf, allOf, oneOf } = schema
  return [schema, ...[anyOf, allOf, oneOf].flatMap((list) => (Array.isArray(list) ? list.flatMap(branches) : []))]
}
