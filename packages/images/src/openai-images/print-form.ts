import { isJsonObject, type Json, type JsonObject } from '@interlingua/core'
import { isWireFile } from '@interlingua/adapter-kit'

/**
 * A body as the fields of a form: files and text. Objects are spelled with brackets (`svg[model]`), as OpenAI's own clients do; lists of them,
 * and those in `json`, as JSON.
 */
export function printForm(body: JsonObject, json: readonly Json[]): JsonObject {
  const fields = Object.entries(body).flatMap(([key, value]) =>
    json.includes(key) ? [[key, JSON.stringify(value)] as const] : printField(key, value),
  )
  return Object.fromEntries(fields)
}

function printField(key: string, value: Json): readonly (readonly [string, Json])[] {
  if (value === null) return []
  if (isWireFile(value)) return [[key, value]]
  if (Array.isArray(value) && value.some((item) => typeof item === 'object' && item !== null && !isWireFile(item)))
    return [[key, JSON.stringify(value)]]
  if (Array.isArray(value)) return [[key, value.map((item: Json) => (isWireFile(item) ? item : printText(item)))]]
  if (isJsonObject(value)) return Object.entries(value).flatMap(([inner, item]) => printField(`${key}[${inner}]`, item))
  return [[key, printText(value)]]
}

function printText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
