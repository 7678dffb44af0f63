import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'
import { configJsonSchema } from './json-schema.ts'
import { keyDescriptions, type KeyDescription } from './key-descriptions.ts'

/**
 * JSON Schema of `interlingua.yaml` with the meaning of each key, its unit and its default: for editors, and for the reference of the
 * documentation. Throws for a key without a meaning, and for a meaning without a key.
 */
export function describedSchema(): JsonObject {
  const unused = new Set(Object.keys(keyDescriptions))
  const schema = describe(configJsonSchema(), '', unused)
  if (unused.size > 0) throw new Error(`key-descriptions.ts describes what is no key: ${[...unused].join(', ')}`)
  return schema
}

function describe(schema: JsonObject, path: string, unused: Set<string>): JsonObject {
  const described: Record<string, Json> = {}
  for (const [name, value] of Object.entries(schema))
    if (name === 'properties' && isJsonObject(value))
      described[name] = Object.fromEntries(
        Object.entries(value).map(([key, child]) => [key, describeKey(child as JsonObject, path === '' ? key : `${path}.${key}`, unused)]), // the schema of a key is an object
      )
    else if (name === 'items' && isJsonObject(value)) described[name] = describe(value, `${path}[]`, unused)
    else if ((name === 'anyOf' || name === 'oneOf') && Array.isArray(value))
      described[name] = value.map((choice) => (isJsonObject(choice) ? describe(choice, path, unused) : choice))
    else described[name] = value
  return described
}

function describeKey(schema: JsonObject, path: string, unused: Set<string>): JsonObject {
  // An old key says by which one it was replaced.
  if (schema['deprecated'] === true) return schema
  const [meaning, fallback] = meaningOf(path, unused)
  return {
    description: meaning,
    ...(fallback !== undefined && { default: fallback as Json }), // the table has JSON alone
    ...describe(schema, path, unused),
  }
}

/** Meaning of a key, or of the same key further out: a model's is that of its channel, a channel's that of the file. */
function meaningOf(path: string, unused: Set<string>): KeyDescription {
  const outer = [path.replace('channels[].models[].', 'channels[].'), path.replace(/^channels\[\]\.(models\[\]\.)?/, '')]
  const own = keyDescriptions[path]
  unused.delete(path)
  if (own !== undefined) return own
  const found = outer.find((place) => place !== path && keyDescriptions[place] !== undefined)
  const [meaning] = (found === undefined ? undefined : keyDescriptions[found]) ?? []
  if (meaning === undefined) throw new Error(`key-descriptions.ts does not describe ${path}`)
  return [`${meaning.replace(/ Default: .*$/, '')} Default: \`${found}\`.`]
}
