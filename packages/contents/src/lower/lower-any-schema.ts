import type { Context, JsonObject, Pointer } from '@interlingua/core'
import { lowerSchema } from '@interlingua/schema'
import { notice } from '../notices.ts'

/** Dialect of schemas that the model takes, of the two of this format. */
export function dialectOf({ model }: Context): 'gemini-json' | 'gemini-schema' {
  return model?.schemaDialect === 'gemini-schema' ? 'gemini-schema' : 'gemini-json'
}

/** Lowers a schema, with a notice for each constraint that the models will not check. */
export function lowerAnySchema(schema: JsonObject, at: Pointer, context: Context): JsonObject {
  const lowered = lowerSchema(schema, dialectOf(context), at)
  if (lowered.weakened.length === 0) return lowered.schema
  const seen = new Set<Pointer>()
  for (const { path } of lowered.weakened) {
    if (seen.has(path)) continue
    seen.add(path)
    context.onNotice(notice('format-schema-weakened', path))
  }
  return lowered.schema
}
