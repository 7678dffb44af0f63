import type { Context, GenerateRequest, Json, JsonObject, ReasoningOptions, Turn, WireMessage } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { readInputs } from '@interlingua/core/adapter'
import { addRest, hintOf, nestedRest, restOf } from './extension.ts'
import type { JsonDraft } from './extension.ts'
import { encodeCache } from './parts/cache.ts'
import type { EncodeScope } from './parts/codec.ts'
import { createEncodeScope } from './parts/index.ts'
import { encodeContent } from './parts/tool-result.ts'
import { readDialect } from './profiles.ts'
import { encodeTool, encodeToolChoice } from './tools.ts'
import type { WireRequest } from './wire/wire-request.ts'

/** Prints a request, silently: lowering has reported everything that cannot be printed. */
export function encodeRequest(request: GenerateRequest, context: Context): WireMessage<WireRequest> {
  const hint = hintOf(request)
  const body = encodeBody(request)
  return {
    path: '/v1/messages',
    query: isJsonObject(hint.query) ? stringsOf(hint.query) : {},
    headers: encodeHeaders(hint.headers, context),
    body: body as WireRequest, // model and messages are always printed; max_tokens is seen to by lowering
  }
}

export function encodeHeaders(kept: Json | undefined, context: Context): Readonly<Record<string, string>> {
  const { version, betas } = readDialect(context.dialect)
  const own = isJsonObject(kept) ? stringsOf(kept) : {}
  const headers: Record<string, string> = { 'content-type': 'application/json', 'anthropic-version': version }
  if (betas !== undefined && betas.length > 0) headers['anthropic-beta'] = betas.join(',')
  return Object.assign(headers, own)
}

export function stringsOf(value: JsonObject): Record<string, string> {
  const strings: Record<string, string> = {}
  for (const key in value) {
    const item = value[key]
    if (typeof item === 'string') strings[key] = item
  }
  return strings
}

export function encodeBody(request: GenerateRequest): JsonDraft {
  const scope = createEncodeScope(false, true, readInputs(request.turns))
  const hint = hintOf(request)
  const body: JsonDraft = { model: request.model }
  const { output, sampling, reasoning } = request
  if (output?.maxTokens !== undefined) body.max_tokens = output.maxTokens
  encodeTurns(body, request.turns, scope)
  encodeTools(body, request)
  if (request.toolChoice) body.tool_choice = encodeToolChoice(request.toolChoice, nestedRest(request, 'tool_choice'))
  if (sampling?.temperature !== undefined) body.temperature = sampling.temperature
  if (sampling?.topP !== undefined) body.top_p = sampling.topP
  if (sampling?.topK !== undefined) body.top_k = sampling.topK
  if (output?.stop !== undefined) body.stop_sequences = output.stop
  if (reasoning?.mode !== undefined) body.thinking = addRest(encodeThinkingConfig(reasoning), nestedRest(request, 'thinking'))
  const config: JsonDraft = {}
  if (reasoning?.effort !== undefined) config.effort = reasoning.effort
  if (output?.format?.type === 'json-schema') {
    const format = { type: 'json_schema', schema: output.format.schema }
    if (hint.format === 'output_format') body.output_format = format
    else config.format = format
  }
  if (Object.keys(config).length > 0) body.output_config = addRest(config, nestedRest(request, 'output_config'))
  if (request.user !== undefined) body.metadata = addRest({ user_id: request.user }, nestedRest(request, 'metadata'))
  if (request.serviceTier !== undefined) body.service_tier = request.serviceTier === 'default' ? 'standard_only' : request.serviceTier
  if (request.cache?.auto) body.cache_control = encodeCache(request.cache.auto, restOf(request))
  if (request.state?.container !== undefined) body.container = request.state.container
  if (request.state?.thread !== undefined) body.thread = { type: 'continue', previous_message_id: request.state.thread }
  if (request.stream !== undefined) body.stream = request.stream
  return addRest(body, restOf(request))
}

const modes = { on: 'enabled', off: 'disabled', adaptive: 'adaptive', 'between-tools': 'between_tools' } as const

function encodeThinkingConfig({ mode, budgetTokens, summary }: ReasoningOptions): JsonDraft {
  const wire: JsonDraft = mode === undefined ? {} : { type: modes[mode] }
  if (budgetTokens !== undefined) wire.budget_tokens = budgetTokens
  if (summary !== undefined) wire.display = summary === 'none' ? 'omitted' : 'summarized'
  return wire
}

function encodeTools(body: JsonDraft, request: GenerateRequest): void {
  if (request.tools === undefined) return
  const tools: JsonObject[] = []
  const servers: JsonObject[] = []
  for (const tool of request.tools) {
    const wire = encodeTool(tool)
    if (wire === undefined) continue
    if (hintOf(tool).slot === 'mcp_servers') servers.push(wire)
    else tools.push(wire)
  }
  if (tools.length > 0 || servers.length === 0) body.tools = tools
  if (servers.length > 0) body.mcp_servers = servers
}

function encodeTurns(body: JsonDraft, turns: readonly Turn[], scope: EncodeScope): void {
  const messages: JsonObject[] = []
  const leading: JsonObject[] = []
  let first = true
  for (const turn of turns) {
    const hint = hintOf(turn)
    if (turn.author === 'instruction' && first && hint.role !== 'system') {
      const only = turn.parts[0]
      if (
        hint.system === 'string' &&
        leading.length === 0 &&
        body.system === undefined &&
        turn.parts.length === 1 &&
        only?.type === 'text' &&
        only.cache === undefined
      )
        body.system = only.text
      else {
        if (typeof body.system === 'string') leading.push({ type: 'text', text: body.system })
        leading.push(...scope.blocks(turn.parts))
        body.system = leading
      }
      continue
    }
    first = false
    messages.push(encodeTurn(turn, hint, scope))
  }
  body.messages = messages
}

function encodeTurn(turn: Turn, hint: JsonObject, scope: EncodeScope): JsonObject {
  const only = turn.parts[0]
  if (hint.role === 'opaque' && turn.parts.length === 1 && only?.type === 'opaque' && only.format === 'messages') return only.wire
  const wire: JsonDraft = { role: turn.author === 'instruction' ? 'system' : turn.author }
  const rest = restOf(turn)
  const content = encodeContent(turn.parts, hint.content, scope)
  if (content !== undefined && (turn.parts.length > 0 || !Object.hasOwn(rest, 'content'))) wire.content = content
  if (turn.changes) {
    const config: JsonDraft = {}
    if (turn.changes.reasoning?.effort !== undefined) config.effort = turn.changes.reasoning.effort
    if (turn.changes.format?.type === 'json-schema') config.format = { type: 'json_schema', schema: turn.changes.format.schema }
    if (Object.keys(config).length > 0) wire.output_config = addRest(config, nestedRest(turn, 'output_config'))
  }
  return addRest(wire, rest)
}
