import type { JsonObject } from '@interlingua/core'
import { lowerSchema } from './lower-schema.ts'

/** True if the `*JsonSchema` fields of Gemini take `schema` as it is, and understand all of it. */
export function isGeminiJson(schema: JsonObject): boolean {
  return lowerSchema(schema, 'gemini-json', '').weakened.length === 0
}
