import type { Context, FunctionTool, Pointer } from '@interlingua/core'
import { lowerClaudeInput, type ClaudeInput } from '@interlingua/schema'
import { notice } from '../notices.ts'

const noNames: ReadonlyMap<string, string> = new Map()

/** Schema of a tool as Claude takes it. `own`: a schema from this format is its own server's to refuse. */
export function lowerInputSchema(tool: FunctionTool, at: Pointer, context: Context, own: boolean): ClaudeInput {
  const { schema, strict = false, fields } = tool
  if (own && schema !== undefined) return { schema, names: noNames }
  const schemaAt = (): Pointer => `${at}${fields?.schema ?? '/input_schema'}` as Pointer // two pointers, one after the other
  return lowerClaudeInput({ schema, strict, at, schemaAt }, (code, place) => context.onNotice(notice(code, place)))
}

export function reportWeakened(weakened: readonly { readonly path: Pointer }[], context: Context): void {
  const seen = new Set<Pointer>()
  for (const { path } of weakened) {
    if (seen.has(path)) continue
    seen.add(path)
    context.onNotice(notice('format-schema-weakened', path))
  }
}
