import type { Context, FieldPointers, GenerateRequest, JsonObject, Pointer, Tool, ToolChoice, Turn, WireMessage } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { decodeOptions } from './decode-options.ts'
import { decodeTurn } from './decode-turn.ts'
import type { LegacyCalls } from './decode-turn.ts'
import { keep, keepUnknown, newExtension, note, withExtension } from './extension.ts'
import type { ExtensionDraft, Draft } from './extension.ts'
import { readDialect } from './profiles.ts'
import { decodeLegacyFunction, decodeTool, decodeToolChoice } from './tools.ts'
import { decodeWebSearch } from './web-search.ts'
import type { WireRequest } from './wire/request.ts'

const known: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'tools',
  'functions',
  'tool_choice',
  'function_call',
  'parallel_tool_calls',
  'web_search_options',
  'max_completion_tokens',
  'max_tokens',
  'temperature',
  'top_p',
  'top_k',
  'frequency_penalty',
  'presence_penalty',
  'seed',
  'logit_bias',
  'n',
  'stop',
  'logprobs',
  'top_logprobs',
  'response_format',
  'verbosity',
  'modalities',
  'audio',
  'reasoning_effort',
  'reasoning',
  'thinking',
  'prompt_cache_key',
  'prompt_cache_options',
  'prompt_cache_retention',
  'service_tier',
  'safety_identifier',
  'user',
  'metadata',
  'store',
  'stream',
  'stream_options',
])

const fields: FieldPointers = {
  turns: '/messages',
  toolChoice: '/tool_choice',
  'toolChoice.parallel': '/parallel_tool_calls',
  'toolChoice.mode': '/tool_choice',
  'toolChoice.only': '/tool_choice',
  'output.maxTokens': '/max_completion_tokens',
  'output.stop': '/stop',
  'output.candidates': '/n',
  'output.modalities': '/modalities',
  'output.format': '/response_format',
  'output.format.schema': '/response_format/json_schema/schema',
  'output.format.name': '/response_format/json_schema/name',
  'output.format.description': '/response_format/json_schema/description',
  'output.format.strict': '/response_format/json_schema/strict',
  'output.verbosity': '/verbosity',
  'output.logprobs': '/logprobs',
  'output.logprobs.top': '/top_logprobs',
  'output.audio': '/audio',
  'sampling.temperature': '/temperature',
  'sampling.topP': '/top_p',
  'sampling.topK': '/top_k',
  'sampling.seed': '/seed',
  'sampling.frequencyPenalty': '/frequency_penalty',
  'sampling.presencePenalty': '/presence_penalty',
  'sampling.logitBias': '/logit_bias',
  reasoning: '/reasoning_effort',
  'reasoning.effort': '/reasoning_effort',
  'reasoning.mode': '/reasoning',
  'reasoning.budgetTokens': '/reasoning',
  'cache.key': '/prompt_cache_key',
  'cache.mode': '/prompt_cache_options/mode',
  'cache.retention': '/prompt_cache_options/ttl',
  'state.store': '/store',
  serviceTier: '/service_tier',
  user: '/safety_identifier',
}

/** Fields of a request without `strict`, whose default has no place. */
const { 'output.format.strict': _strict, ...fieldsWithoutStrict } = fields

/** Places of fields whose spelling a hint records. */
function fieldsOf(hint: JsonObject | undefined, { reasoning }: JsonObject): FieldPointers {
  if (hint === undefined) return fields
  const spelled: Record<string, Pointer> = {}
  if (hint['maxTokens'] !== undefined) spelled['output.maxTokens'] = '/max_tokens'
  if (hint['retention'] !== undefined) spelled['cache.retention'] = '/prompt_cache_retention'
  if (hint['user'] !== undefined) spelled['user'] = '/user'
  if (hint['functions'] !== undefined) spelled['tools'] = '/functions'
  if (hint['toolChoice'] === 'function_call')
    for (const key of ['toolChoice', 'toolChoice.mode', 'toolChoice.only']) spelled[key] = '/function_call'
  if (hint['reasoning'] !== undefined) {
    spelled['reasoning'] = spelled['reasoning.mode'] = spelled['reasoning.effort'] = spelled['reasoning.budgetTokens'] = '/reasoning'
    const given = isJsonObject(reasoning) ? reasoning : {}
    if (given['enabled'] !== undefined) spelled['reasoning.mode'] = '/reasoning/enabled'
    if (given['effort'] !== undefined) spelled['reasoning.effort'] = '/reasoning/effort'
    if (given['max_tokens'] !== undefined) spelled['reasoning.budgetTokens'] = '/reasoning/max_tokens'
  }
  if (hint['thinking'] !== undefined) {
    spelled['reasoning.mode'] = '/thinking/type'
    spelled['reasoning.budgetTokens'] = '/thinking/budget_tokens'
  }
  const known = hint['formatStrict'] === 'absent' ? fieldsWithoutStrict : fields
  for (const _ in spelled) return { ...known, ...spelled }
  return known
}

/** Decodes a body of `POST /v1/chat/completions`. Total over the result of `parseRequest`. */
export function decodeRequest(message: WireMessage<WireRequest>, context: Context): GenerateRequest {
  const wire: JsonObject = message.body
  const extension = newExtension()
  const { vendor } = readDialect(context.dialect)
  const request: Draft<GenerateRequest> = { fields, model: message.body.model, turns: decodeTurns(message.body.messages, vendor) }
  const tools = decodeTools(wire, extension)
  if (tools.length > 0) request.tools = tools
  const choice = decodeChoice(wire, extension)
  if (choice) request.toolChoice = choice
  decodeOptions(wire, request, extension)
  request.fields = fieldsOf(extension.hint, wire)
  keepUnknown(extension, wire, known)
  return withExtension(request, extension)
}

function decodeTurns(messages: readonly JsonObject[], vendor: string | undefined): readonly Turn[] {
  const turns: Turn[] = []
  const legacy: LegacyCalls = new Map()
  for (let i = 0; i < messages.length; i++) turns.push(decodeTurn(messages[i] as JsonObject, i, legacy, vendor)) // the index is in range
  return turns
}

function decodeTools(wire: JsonObject, extension: ExtensionDraft): readonly Tool[] {
  const tools: Tool[] = []
  const { tools: listed, functions, web_search_options: search } = wire
  if (Array.isArray(listed) && listed.length > 0 && listed.every(isJsonObject)) {
    for (let i = 0; i < listed.length; i++) tools.push(decodeTool(listed[i] as JsonObject, `/tools/${i}`)) // every entry was checked
    keep(extension, 'functions', functions)
  } else {
    keep(extension, 'tools', listed)
    if (
      Array.isArray(functions) &&
      functions.length > 0 &&
      functions.every((entry) => isJsonObject(entry) && typeof entry['name'] === 'string')
    ) {
      note(extension, 'functions', true)
      for (let i = 0; i < functions.length; i++) tools.push(decodeLegacyFunction(functions[i] as JsonObject, `/functions/${i}`)) // checked
    } else keep(extension, 'functions', functions)
  }
  if (isJsonObject(search)) tools.push(decodeWebSearch(search))
  else keep(extension, 'web_search_options', search)
  return tools
}

function decodeChoice(wire: JsonObject, extension: ExtensionDraft): ToolChoice | undefined {
  const { tool_choice: spelled, function_call: legacy, parallel_tool_calls: parallel } = wire
  let choice: Draft<ToolChoice> | undefined
  if (spelled !== undefined) {
    choice = decodeToolChoice(spelled, extension)
    if (choice === undefined) keep(extension, 'tool_choice', spelled)
    keep(extension, 'function_call', legacy)
  } else if (legacy !== undefined) {
    choice = decodeLegacyChoice(legacy)
    if (choice === undefined) keep(extension, 'function_call', legacy)
    else note(extension, 'toolChoice', 'function_call')
  }
  if (typeof parallel !== 'boolean') {
    keep(extension, 'parallel_tool_calls', parallel)
    return choice
  }
  if (choice === undefined) {
    note(extension, 'toolChoice', 'absent')
    choice = { mode: 'auto' }
  }
  choice.parallel = parallel
  return choice
}

function decodeLegacyChoice(wire: JsonObject[string]): Draft<ToolChoice> | undefined {
  if (wire === 'auto' || wire === 'none') return { mode: wire }
  if (isJsonObject(wire) && typeof wire['name'] === 'string' && Object.keys(wire).length === 1)
    return { mode: 'required', only: [{ name: wire['name'], kind: 'function' }] }
  return undefined
}
