import type { JsonObject, Pointer } from '@interlingua/core'
import { isOpenAiStrict, lowerSchema } from '@interlingua/schema'
import type { LowerScope } from './scope.ts'

/**
 * Schema in strict mode, with one notice for each place that it weakens; `undefined` if strict mode cannot express it (no object at the
 * root): upstreams refuse such a schema, so that it can only be sent without strictness.
 */
export function lowerStrictSchema(
  schema: JsonObject,
  at: Pointer,
  weaker: 'tool-schema-weakened' | 'format-schema-weakened',
  scope: LowerScope,
): JsonObject | undefined {
  const lowered = lowerSchema(schema, 'openai-strict', at)
  // An unchanged object is strict already.
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
