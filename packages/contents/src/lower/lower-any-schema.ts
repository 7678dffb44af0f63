import type { Context, JsonObject, Pointer } from '@interlingua/core'
import { lowerSchema } from '@interlingua/schema'
import { notice } from '../notices.ts'

/** Which of the format's two spellings of schemas the model takes. */
export function dialectOf({ model }: Context): 'gemini-json' | 'gemini-schema' {
  return model?.schemaDialect === 'gemini-schema' ? 'gemini-schema' : 'gemini-json'
}

/** A schema as this format's models understand it, with a notice for each constraint that they will not check. */
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
