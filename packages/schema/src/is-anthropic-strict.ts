import type { JsonObject } from '@interlingua/core'
import { lowerSchema } from './lower-schema.ts'

/** True if Anthropic's structured outputs and strict tools take `schema` as it is. */
export function isAnthropicStrict(schema: JsonObject): boolean {
  return lowerSchema(schema, 'anthropic-strict', '').weakened.length === 0
}
