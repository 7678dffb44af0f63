import type { BuiltinTool, GenerateRequest } from '@interlingua/core'
import type { Conversation } from '../read-conversation.ts'
import { offeredTools } from './offered-tools.ts'

/** The offered hosted tool of a family, where the choice forces it, or the prompt names it or matches `request`. */
export function wantedTool(
  request: GenerateRequest,
  { prompt, prefill }: Conversation,
  family: string,
  pattern: RegExp,
): BuiltinTool | undefined {
  const tool = offeredTools(request).find(
    (offered) => offered.type === 'builtin' && offered.family === family && offered.runsOn === 'server',
  )
  if (tool?.type !== 'builtin' || prefill !== undefined || request.toolChoice?.mode === 'none') return undefined
  const forced = request.toolChoice?.mode === 'required' && request.toolChoice.only !== undefined
  return forced || prompt.includes(tool.name) || pattern.test(prompt) ? tool : undefined
}
