import type { Tool, ToolChoice, ToolRef } from '../tool.ts'

/**
 * Drops a choice among all declared tools, which is no choice: some libraries name every tool whenever one must be called. Returns `choice`
 * itself if it names fewer, or forces one.
 */
export function plainChoice(choice: ToolChoice | undefined, tools: readonly Tool[] | undefined): ToolChoice | undefined {
  if (choice?.only === undefined || choice.mode === 'none' || (choice.mode === 'required' && choice.only.length === 1)) return choice
  if (tools === undefined || tools.length === 0) return choice
  const named = new Set(choice.only.map(keyOf))
  if (!tools.every((tool) => named.has(keyOf(tool)))) return choice
  const { only: _, ...plain } = choice
  return plain
}

function keyOf({ name, namespace }: ToolRef): string {
  return `${namespace ?? ''}\u0001${name}`
}
