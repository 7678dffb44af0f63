import type { Json, JsonObject } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'

/** Turns a schema of either dialect into plain JSON Schema, with types in lower case and `nullable` as a type. */
export function toJsonSchema(schema: JsonObject): JsonObject {
  const plain: Record<string, Json> = {}
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'nullable') continue
    if (key === 'type') plain[key] = typeof value === 'string' ? value.toLowerCase() : Array.isArray(value) ? value.map(lowered) : value
    else if (key === 'properties' || key === '$defs')
      plain[key] = isJsonObject(value) ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inward(inner)])) : value
    else if (key === 'items' || key === 'additionalProperties') plain[key] = inward(value)
    else if (key === 'anyOf' || key === 'oneOf' || key === 'prefixItems') plain[key] = Array.isArray(value) ? value.map(inward) : value
    else if (/^(?:min|max)(?:Items|Length|Properties)$/.test(key)) plain[key] = Number(value)
    else plain[key] = value
  }
  if (schema['nullable'] === true && typeof plain['type'] === 'string') plain['type'] = [plain['type'], 'null']
  return plain
}

function inward(value: Json): Json {
  return isJsonObject(value) ? toJsonSchema(value) : value
}

function lowered(value: Json): Json {
  return typeof value === 'string' ? value.toLowerCase() : value
}
