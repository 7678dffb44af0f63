import type { GenerateRequest, Tool, ToolRef } from '@interlingua/core'

/** The tools on offer at the end of the conversation, after all additions and removals. */
export function offeredTools(request: GenerateRequest): readonly Tool[] {
  let tools: readonly Tool[] = request.tools ?? []
  for (const { changes } of request.turns) {
    if (changes?.removeTools) tools = tools.filter((tool) => !changes.removeTools?.some((ref) => isTool(tool, ref)))
    if (changes?.addTools) tools = [...tools, ...changes.addTools]
  }
  const only = request.toolChoice?.only
  return only ? tools.filter((tool) => only.some((ref) => isTool(tool, ref))) : tools
}

function isTool(tool: Tool, ref: ToolRef): boolean {
  return (
    tool.name === ref.name &&
    (ref.namespace === undefined || tool.namespace === ref.namespace) &&
    (ref.kind === undefined || tool.type === ref.kind)
  )
}
