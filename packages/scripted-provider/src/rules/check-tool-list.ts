import type { Failure, GenerateRequest } from '@interlingua/core'
import { offeredTools } from '../script/offered-tools.ts'
import { refuse } from './refuse.ts'

/** Checks that names of tools are legal and unique, and that the choice names a declared tool. */
export function checkToolList(request: GenerateRequest, format: string, longest: number): Failure | undefined {
  const seen = new Set<string>()
  for (const tool of request.tools ?? []) {
    if (tool.type === 'builtin') continue
    if (!/^[A-Za-z0-9_-]+$/.test(tool.name) || tool.name.length > longest)
      return refuse(`tools: name must match ^[a-zA-Z0-9_-]{1,${longest}}$`, tool.at)
    if (seen.has(tool.name)) return refuse('tools: Tool names must be unique.', tool.at)
    seen.add(tool.name)
  }
  const unknown = request.toolChoice === undefined ? (request.extensions?.[format]?.rest?.['tool_choice'] ?? null) : null
  if (unknown !== null) return refuse('tool_choice: unknown tool choice', '/tool_choice')
  const { only, mode } = request.toolChoice ?? {}
  if (mode === 'required' && offeredTools({ ...request, toolChoice: { mode } }).length === 0)
    return refuse('tool_choice: a tool choice needs tools', '/tool_choice')
  const missing = only?.find((ref) => offeredTools({ ...request, toolChoice: { mode: 'auto', only: [ref] } }).length === 0)
  return missing ? refuse(`tool_choice: Tool '${missing.name}' not found in provided tools`, '/tool_choice') : undefined
}
