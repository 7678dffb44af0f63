import type { ModelProfile } from '../model-profile.ts'
import type { Pointer } from '../pointer.ts'
import type { Tool } from '../tool.ts'

export type ToolLimitCode = 'tool-limit' | 'tools-model'

/** Keeps the tools that the model takes: none, if it calls none on this format, or the first ones. Either loss is severe. */
export function limitTools(
  tools: readonly Tool[],
  { tools: calls, toolLimit }: Pick<ModelProfile, 'tools' | 'toolLimit'>,
  report: (code: ToolLimitCode, at: Pointer) => void,
): readonly Tool[] {
  const limit = calls === false ? 0 : (toolLimit ?? Number.POSITIVE_INFINITY)
  if (tools.length <= limit) return tools
  const code = calls === false ? 'tools-model' : 'tool-limit'
  tools.slice(limit).forEach((tool, index) => report(code, tool.at ?? `/tools/${limit + index}`))
  return tools.slice(0, limit)
}
