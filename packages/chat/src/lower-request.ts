import type { Context, GenerateRequest, Lowered, ServerState } from '@interlingua/core'
import { copyRequest, createFateWalker, hoistAddedTools, pointer, UnsupportedError } from '@interlingua/core'
import { format } from './extension.ts'
import type { Draft } from './extension.ts'
import { requestFates } from './fates.ts'
import { listContent } from './list-content.ts'
import { lowerOptions } from './lower-options.ts'
import { lowerTools } from './lower-tools.ts'
import { lowerTurns } from './lower-turns.ts'
import { notice } from './notices.ts'

const walker = createFateWalker(format, notice, 'foreign-extension', requestFates)

/**
 * Makes a request legal for a Chat Completions upstream of the context's dialect and model, with a notice for each change.
 * Idempotent. Throws UnsupportedError where nothing of the content could be sent.
 */
export function lowerRequest(given: GenerateRequest, context: Context): Lowered {
  const request = hoistAddedTools(given, (at) => context.onNotice(notice('tool-changes', at)))
  const tools = lowerTools(request, context)
  const turns = lowerTurns(request, tools, context)
  if (turns.length === 0) throw nothingLeft(request)
  const lowered: Draft<GenerateRequest> = copyRequest(request, request.state)
  lowered.turns = listContent(turns, context)
  if (request.tools) {
    if (tools.tools.length > 0) lowered.tools = tools.tools
    else delete lowered.tools
  }
  if (tools.choice) lowered.toolChoice = tools.choice
  else if (lowered.toolChoice) delete lowered.toolChoice
  if (request.state?.background === false) lowered.state = withoutBackground(request.state)
  lowerOptions(request, lowered, context)
  walker.request(lowered, context)
  return { request: lowered, reversals: tools.reversals }
}

/** What a caller left at another provider is the reason, where it left something there. */
function nothingLeft(request: GenerateRequest): UnsupportedError {
  const { previousResponse, conversation } = request.state ?? {}
  if (previousResponse === undefined && conversation === undefined)
    return new UnsupportedError(format, '', 'nothing of the conversation can be sent to a chat completion')
  const field = previousResponse === undefined ? 'state.conversation' : 'state.previousResponse'
  const at = request.fields?.[field] ?? pointer('', ...field.split('.'))
  return new UnsupportedError(format, at, 'state of another provider is not portable')
}

/** That an answer is waited for is what happens anyway. */
function withoutBackground({ background: _, ...state }: ServerState): ServerState {
  return state
}
