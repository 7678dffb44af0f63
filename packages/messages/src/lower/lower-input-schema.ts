import { isJsonObject } from '@interlingua/core'
import type { Context, FunctionTool, Json, JsonObject, Pointer } from '@interlingua/core'
import { isPlainToolSchema, lowerSchema, lowerToolSchema, reportToolSchema, toolSchemaRules } from '@interlingua/schema'
import { notice } from '../notices.ts'

/** Input schema, with the new names of its properties. */
interface LoweredInput {
  readonly schema: JsonObject
  readonly names: ReadonlyMap<string, string>
}

const noNames: ReadonlyMap<string, string> = new Map()

/** Schema of a tool as Claude takes it. `own`: a schema from this format is its own server's to refuse. */
export function lowerInputSchema(tool: FunctionTool, at: Pointer, context: Context, own: boolean): LoweredInput {
  // Nearly all schemas are plain, and need no pointer.
  if (tool.schema !== undefined && (own || (!tool.strict && isPlainToolSchema(tool.schema, toolSchemaRules.anthropic))))
    return { schema: tool.schema, names: noNames }
  const path = (tool.fields?.schema === undefined ? `${at}/input_schema` : `${at}${tool.fields.schema}`) as Pointer // two pointers, one after the other
  if (tool.schema === undefined) {
    context.onNotice(notice('tool-schema-added', at))
    const empty: JsonObject = { type: 'object', properties: {} }
    return { schema: tool.strict ? { ...empty, additionalProperties: false } : empty, names: noNames }
  }
  const lowered = lowerToolSchema(tool.schema, toolSchemaRules.anthropic, path)
  const { schema, names } = lowered
  reportToolSchema(lowered, path, (code, place) => context.onNotice(notice(code, place)))
  if (!tool.strict) return { schema, names }
  const strict = lowerSchema(schema, 'anthropic-strict', path)
  if (strict.schema.type !== 'object') {
    context.onNotice(notice('tool-strict', at))
    return { schema, names }
  }
  // In a changed schema no inner place is the caller's, so the whole schema is named.
  const moved = lowered.weakened.length > 0 || lowered.spelled.length > 0 || names.size > 0
  reportWeakened(moved ? strict.weakened.map(() => ({ path })) : strict.weakened, context)
  return { schema: strict.schema, names }
}

export function reportWeakened(weakened: readonly { readonly path: Pointer }[], context: Context): void {
  const seen = new Set<Pointer>()
  for (const { path } of weakened) {
    if (seen.has(path)) continue
    seen.add(path)
    context.onNotice(notice('format-schema-weakened', path))
  }
}

/** Renames properties in the examples of an input. */
export function renameInExamples(examples: readonly Json[], names: ReadonlyMap<string, string>): readonly Json[] {
  return examples.map((example) =>
    isJsonObject(example) ? Object.fromEntries(Object.entries(example).map(([key, value]) => [names.get(key) ?? key, value])) : example,
  )
}
