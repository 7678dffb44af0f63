import type { JsonObject } from '@interlingua/core'
import { isWithinLimits } from './is-within-limits.ts'
import { lowerSchema } from './lower-schema.ts'

/** True if OpenAI's strict mode takes `schema` as it is: in the subset, an object at the root, and not too large. */
export function isOpenAiStrict(schema: JsonObject): boolean {
  return (
    schema.type === 'object' && isWithinLimits(schema, 'openai-strict') && lowerSchema(schema, 'openai-strict', '').weakened.length === 0
  )
}
