import type { Json, JsonObject } from './json.ts'
import { isRawNumber } from './raw-number.ts'

/** Parses a JSON text; `undefined` if it is not JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json // JSON.parse gives nothing but JSON
  } catch {
    return undefined
  }
}

/** Parses a JSON object. `''` is `{}`; `undefined` if the text is not a JSON object. */
export function parseJsonObject(text: string): JsonObject | undefined {
  if (text === '') return {}
  const value = parseJson(text)
  return isJsonObject(value) ? value : undefined
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value)
}
