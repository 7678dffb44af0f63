import type { JsonObject, Pointer } from '@interlingua/core'
import { isOpenAiStrict, lowerSchema } from '@interlingua/schema'
import type { LowerScope } from './scope.ts'

/**
 * A schema as strict mode takes it, with one notice for each place that it weakens; `undefined` where strict mode cannot say it at all (no
 * object at the root): an upstream refuses such a schema, so that it can only be sent as it is, without strictness.
 */
export function lowerStrictSchema(
  schema: JsonObject,
  at: Pointer,
  weaker: 'tool-schema-weakened' | 'format-schema-weakened',
  scope: LowerScope,
): JsonObject | undefined {
  const lowered = lowerSchema(schema, 'openai-strict', at)
  // An object that nothing had to be changed in is strict already: no second look.
  if (lowered.schema === schema && schema.type === 'object') return schema
  if (!isOpenAiStrict(lowered.schema)) return undefined
  const told = new Set<Pointer>()
  for (const { path } of lowered.weakened) {
    if (told.has(path)) continue
    told.add(path)
    scope.report(weaker, path)
  }
  return lowered.schema
}
