import type { Context, GenerateRequest, JsonObject, WireMessage } from '@interlingua/core'
import { encodeOptions } from './encode-options.ts'
import { encodeTurn } from './encode-turn.ts'
import { hintOf, encodeExtension } from './extension.ts'
import type { WireDraft } from './extension.ts'
import { http } from './http.ts'
import { encodeLegacyFunction, encodeTool, encodeToolChoice } from './tools.ts'
import { encodeWebSearch } from './web-search.ts'
import type { WireRequest } from './wire/request.ts'

/** Prints a request, silently: lowering has removed everything that cannot be printed. */
export function encodeRequest(request: GenerateRequest, _context: Context): WireMessage<WireRequest> {
  const messages: JsonObject[] = []
  for (const turn of request.turns) encodeTurn(turn, messages)
  const body: WireDraft = { model: request.model, messages }
  const hint = hintOf(request)
  writeTools(body, request, hint)
  encodeOptions(body, request, hint)
  encodeExtension(body, request)
  return {
    path: http.path({ model: request.model, stream: request.stream === true }),
    query: {},
    headers: {},
    body: body as WireRequest, // model and messages were written above
  }
}

function writeTools(body: WireDraft, request: GenerateRequest, hint: JsonObject | undefined): void {
  const tools: JsonObject[] = []
  const functions: JsonObject[] = []
  for (const tool of request.tools ?? []) {
    if (tool.type === 'builtin' && tool.family === 'web-search') body['web_search_options'] = encodeWebSearch(tool)
    else if (tool.type === 'function' && hint?.['functions'] === true) functions.push(encodeLegacyFunction(tool))
    else tools.push(encodeTool(tool))
  }
  if (tools.length > 0) body['tools'] = tools
  if (functions.length > 0) body['functions'] = functions
  const { toolChoice: choice } = request
  if (choice === undefined) return
  const spelled = hint?.['toolChoice']
  if (spelled === 'function_call') {
    const [only] = choice.only ?? []
    body['function_call'] = only ? { name: only.name } : choice.mode
  } else if (spelled !== 'absent' || choice.mode !== 'auto' || choice.only) body['tool_choice'] = encodeToolChoice(choice, hint)
  if (choice.parallel !== undefined) body['parallel_tool_calls'] = choice.parallel
}
