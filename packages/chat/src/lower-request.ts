import type { Context, GenerateRequest, Lowered } from '@interlingua/core'
import { createFateWalker, UnsupportedError } from '@interlingua/core'
import { format } from './extension.ts'
import type { Draft } from './extension.ts'
import { requestFates } from './fates.ts'
import { lowerOptions } from './lower-options.ts'
import { lowerTools } from './lower-tools.ts'
import { lowerTurns } from './lower-turns.ts'
import { notice } from './notices.ts'

const walker = createFateWalker(format, notice, 'foreign-extension', requestFates)

/**
 * Makes a request legal for a Chat Completions upstream of the context's dialect and model, with a notice for each change.
 * Idempotent. Throws UnsupportedError where nothing of the content could be sent.
 */
export function lowerRequest(request: GenerateRequest, context: Context): Lowered {
  const callIds = new Map<string, string>()
  const tools = lowerTools(request, context)
  const turns = lowerTurns(request, tools, callIds, context)
  if (turns.length === 0) throw new UnsupportedError(format, '', 'nothing of the conversation can be sent to a chat completion')
  const lowered: Draft<GenerateRequest> = { ...request, turns }
  if (request.tools) {
    if (tools.tools.length > 0) lowered.tools = tools.tools
    else delete lowered.tools
  }
  if (tools.choice) lowered.toolChoice = tools.choice
  else delete lowered.toolChoice
  lowerOptions(request, lowered, context)
  walker.request(lowered, context)
  return { request: lowered, reversals: { toolNames: tools.toolNames, callIds, wrappedTools: tools.wrappedTools } }
}
