import type { JsonObject, Pointer } from '@interlingua/core'
import { isPlainToolSchema } from './is-plain-tool-schema.ts'
import { lowerSchema } from './lower-schema.ts'
import { lowerToolSchema } from './lower-tool-schema.ts'
import { reportToolSchema, type ToolSchemaCode } from './report-tool-schema.ts'
import { toolSchemaRules } from './tool-schema-rules.ts'

/** Input schema of a tool as Claude takes it. */
export interface ClaudeInput {
  readonly schema: JsonObject
  /** Property names of the root → their new names. */
  readonly names: ReadonlyMap<string, string>
}

export type ClaudeInputCode = ToolSchemaCode | 'tool-strict' | 'format-schema-weakened'

/** The declaration of a function, with its place in the caller's document. */
export interface ClaudeTool {
  readonly schema: JsonObject | undefined
  /** True: the server enforces the schema, and takes fewer constraints for that. */
  readonly strict: boolean
  readonly at: Pointer
  /** Makes the place of the schema, which plain schemas do not need. */
  readonly schemaAt: () => Pointer
}

const noNames: ReadonlyMap<string, string> = new Map()

/** Fits the input schema of a tool to Claude, wherever it is served, and reports each change. A schema that is plain stays the same object. */
export function lowerClaudeInput(
  { schema: given, strict, at, schemaAt }: ClaudeTool,
  report: (code: ClaudeInputCode, at: Pointer) => void,
): ClaudeInput {
  if (given === undefined) {
    report('tool-schema-added', at)
    const empty: JsonObject = { type: 'object', properties: {} }
    return { schema: strict ? { ...empty, additionalProperties: false } : empty, names: noNames }
  }
  // Nearly all schemas are plain, and need no check.
  if (!strict && isPlainToolSchema(given, toolSchemaRules.anthropic)) return { schema: given, names: noNames }
  const place = schemaAt()
  const lowered = lowerToolSchema(given, toolSchemaRules.anthropic, place)
  const { schema, names } = lowered
  reportToolSchema(lowered, place, report)
  if (!strict) return { schema, names }
  const enforced = lowerSchema(schema, 'anthropic-strict', place)
  if (enforced.schema.type !== 'object') {
    report('tool-strict', at)
    return { schema, names }
  }
  // In a changed schema no inner place is the caller's, so the whole schema is named.
  const moved = lowered.weakened.length > 0 || lowered.spelled.length > 0 || names.size > 0
  const places = moved ? enforced.weakened.map(() => place) : enforced.weakened.map(({ path }) => path)
  for (const each of new Set(places)) report('format-schema-weakened', each)
  return { schema: enforced.schema, names }
}
