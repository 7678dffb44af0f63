import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'
import { isWireFile } from '@interlingua/adapter-kit'

/**
 * Writes a body as the fields of a form. Objects are spelled with brackets (`svg[model]`), as OpenAI's own clients do; lists of objects,
 * and the fields in `json`, are written as JSON.
 */
export function encodeForm(body: JsonObject, json: readonly Json[]): JsonObject {
  const fields = Object.entries(body).flatMap(([key, value]) =>
    json.includes(key) ? [[key, JSON.stringify(value)] as const] : encodeField(key, value),
  )
  return Object.fromEntries(fields)
}

function encodeField(key: string, value: Json): readonly (readonly [string, Json])[] {
  if (value === null) return []
  if (isWireFile(value)) return [[key, value]]
  if (Array.isArray(value) && value.some((item) => typeof item === 'object' && item !== null && !isWireFile(item)))
    return [[key, JSON.stringify(value)]]
  if (Array.isArray(value)) return [[key, value.map((item: Json) => (isWireFile(item) ? item : encodeText(item)))]]
  if (isJsonObject(value)) return Object.entries(value).flatMap(([inner, item]) => encodeField(`${key}[${inner}]`, item))
  return [[key, encodeText(value)]]
}

function encodeText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
