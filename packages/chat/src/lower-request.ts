import type { Context, GenerateRequest, Lowered, Pointer, ServerState, Turn } from '@interlingua/core'
import { askForTool, nothingLeft, restoreSeals, turnOffCache } from '@interlingua/core/lower'
import { attachSeals, copyRequest, createOnce, hoistAddedTools } from '@interlingua/core/adapter'
import { format } from './extension.ts'
import type { Draft } from './extension.ts'
import { fates } from './fates.ts'
import { listContent } from './list-content.ts'
import { isUnknown } from './lower/is-unknown.ts'
import { withoutReasoning } from './lower/without-reasoning.ts'
import { lowerCacheMarks } from './lower/lower-cache-marks.ts'
import { lowerOptions } from './lower/lower-options.ts'
import { lowerTools } from './lower/lower-tools.ts'
import { lowerTurns } from './lower/lower-turns.ts'
import { requireReasoning } from './lower/require-reasoning.ts'
import { sayFormat } from './lower/say-format.ts'
import { lowerRequestMedia } from './lower/media-rules.ts'
import { marksOf } from './marks-of.ts'
import { notice } from './notices.ts'

/**
 * Makes a request legal for a Chat Completions upstream of the context's dialect and model, with a notice for each change. Idempotent;
 * throws UnsupportedError if nothing of the content could be sent.
 */
export function lowerRequest(asked: GenerateRequest, side: Context): Lowered {
  const context = createOnce(side)
  const refusable = marksOf(context) === 'prompt_cache_breakpoint' && !isUnknown('prompt_cache_options', context)
  const uncached = turnOffCache(restoreSeals(asked), context, refusable, (at) => context.onNotice(notice('cache-off', at)))
  const given = withCallSeals(uncached)
  const report = (code: 'tools-added' | 'foreign-field') => (at: Pointer) => context.onNotice(notice(code, at))
  const hoisted = hoistAddedTools(given, report('tools-added'), report('foreign-field'))
  const request = lowerRequestMedia(sayFormat(hoisted, context), context)
  const tools = lowerTools(request, context)
  const said = lowerTurns(request, tools, context)
  if (said.length === 0) throw nothingLeft(format, request)
  const turns = tools.asked ? askForTool(said, tools.asked, request.fields?.['toolChoice'] ?? '/toolChoice', 'apart') : said
  const lowered: Draft<GenerateRequest> = copyRequest(request, request.state)
  lowered.turns = listContent(requireReasoning(turns, context), context)
  if (request.tools) {
    if (tools.tools.length > 0) lowered.tools = lowerCacheMarks({ tools: tools.tools, turns: [] }, context).tools
    else delete lowered.tools
  }
  if (tools.choice) lowered.toolChoice = tools.choice
  else if (lowered.toolChoice) delete lowered.toolChoice
  if (request.state?.background === false) lowered.state = withoutBackground(request.state)
  lowerOptions(withoutReasoning(request, tools.choice, context), lowered, tools.reversals, context)
  fates.request(lowered, context)
  return { request: lowered, reversals: tools.reversals }
}

/** Puts signatures of calls, which other formats carried beside them, back on their calls. */
function withCallSeals(request: GenerateRequest): GenerateRequest {
  let turns: Turn[] | undefined
  for (let i = 0; i < request.turns.length; i++) {
    const turn = request.turns[i] as Turn // the index is in range
    if (turn.author !== 'assistant') continue
    const parts = attachSeals(turn.parts, format)
    if (parts === turn.parts) continue
    turns ??= [...request.turns]
    turns[i] = { ...turn, parts }
  }
  return turns ? { ...request, turns } : request
}

/** Waiting for the response is the default. */
function withoutBackground({ background: _, ...state }: ServerState): ServerState {
  return state
}
