import { isJsonObject } from '@interlingua/core'
import type { Context, EffectiveSettings, EncodeState, Json, JsonObject, Tool } from '@interlingua/core'
import { encodeBody } from './encode-request.ts'
import type { JsonDraft } from './extension.ts'
import { instructionsOf } from './instructions-of.ts'

/**
 * Keys of a response that echo the request, its billing or its storage. A response of this format keeps them; they have no meaning for a
 * client of another format.
 */
export const echoKeys: ReadonlySet<string> = new Set([
  'access_programs',
  'background',
  'billing',
  'completed_at',
  'context_management',
  'frequency_penalty',
  'image',
  'include',
  'instructions',
  'max_output_tokens',
  'max_tool_calls',
  'metadata',
  'output_text',
  'parallel_tool_calls',
  'presence_penalty',
  'previous_response_id',
  'prompt',
  'prompt_cache_key',
  'prompt_cache_options',
  'prompt_cache_retention',
  'reasoning',
  'safety_identifier',
  'store',
  'temperature',
  'text',
  'tool_choice',
  'tools',
  'top_logprobs',
  'top_p',
  'truncation',
  'user',
])

/**
 * Keys of a request that are echoed as they were asked. Not `store`, since an upstream of another format stores no response, nor `max_tool_calls`,
 * which none of them enforces.
 */
const asked: ReadonlySet<string> = new Set([
  'background',
  'instructions',
  'max_output_tokens',
  'metadata',
  'parallel_tool_calls',
  'previous_response_id',
  'prompt_cache_key',
  'reasoning',
  'safety_identifier',
  'temperature',
  'text',
  'tool_choice',
  'tools',
  'top_logprobs',
  'top_p',
  'truncation',
  'user',
])

/**
 * Members that every response has, with their defaults: those of the SDK's types, and those of the Open Responses schema. Includes the response's own keys, so that a copy has
 * the final shape: keys that are added one by one make an object that is slow to print.
 */
const neutral: JsonDraft = {
  id: '',
  object: 'response',
  created_at: 0,
  completed_at: null,
  status: '',
  error: null,
  incomplete_details: null,
  model: '',
  output: [],
  access_programs: null,
  background: false,
  frequency_penalty: 0,
  instructions: null,
  max_output_tokens: null,
  max_tool_calls: null,
  metadata: {},
  parallel_tool_calls: true,
  presence_penalty: 0,
  previous_response_id: null,
  prompt_cache_key: null,
  reasoning: { effort: null, summary: null },
  safety_identifier: null,
  service_tier: 'default',
  store: false,
  temperature: 1,
  text: { format: { type: 'text' } },
  tool_choice: 'auto',
  tools: [],
  top_logprobs: 0,
  top_p: 1,
  truncation: 'disabled',
  usage: null,
  user: null,
}

/** Required members without those that only a server knows, with their defaults. OpenAI's own are not among them. */
const { id: _id, status: _status, model: _model, created_at: _at, access_programs: _programs, user: _user, ...members } = neutral
export const requiredMembers: JsonObject = members

/**
 * Echo of the request in this format: a response whose own keys (`id` to `output`) are still to be filled. Settings that lowering dropped or changed
 * are told as they held at the upstream. https://www.openresponses.org/specification
 */
export function echoOf({ request, effective, kept }: EncodeState, context: Context): JsonDraft {
  const echo: JsonDraft = { ...neutral }
  if (kept === true) echo.store = true
  if (request === undefined) return echo
  const body = encodeBody(request, context, instructionsOf(request))
  for (const key in body) {
    const value = body[key]
    if (value === undefined || value === null || !asked.has(key)) continue
    const usual = neutral[key]
    echo[key] = isJsonObject(value) && isJsonObject(usual) ? { ...usual, ...value } : value
  }
  if (effective) writeEffective(echo, effective)
  if (Array.isArray(echo.tools)) echo.tools = echo.tools.map((tool: Json) => wholeTool(tool, effective))
  if (isJsonObject(echo.text)) echo.text = wholeText(echo.text)
  return echo
}

/** Writes the settings that held at the upstream. */
function writeEffective(echo: JsonDraft, { sampling, reasoning, output }: EffectiveSettings): void {
  echo.temperature = sampling?.temperature ?? neutral.temperature ?? null
  echo.top_p = sampling?.topP ?? neutral.top_p ?? null
  echo.presence_penalty = sampling?.presencePenalty ?? 0
  echo.frequency_penalty = sampling?.frequencyPenalty ?? 0
  echo.top_logprobs = output?.logprobs?.top ?? 0
  // A budget in place of an effort still is the effort that was asked for.
  const effort = reasoning?.effort
  if (isJsonObject(echo.reasoning) && (reasoning === undefined || effort !== undefined))
    echo.reasoning = { ...echo.reasoning, effort: effort ?? null }
}

/** Function tool with every member that the schema requires. `strict` is true only if the upstream was told to enforce it. */
export function wholeTool(tool: Json, effective?: EffectiveSettings): Json {
  if (!isJsonObject(tool) || tool.type !== 'function' || typeof tool.name !== 'string') return tool
  const { name } = tool
  const strict = effective === undefined ? tool.strict === true : effective.tools?.some((sent) => isStrict(sent, name)) === true
  return { ...tool, description: tool.description ?? null, parameters: tool.parameters ?? null, strict }
}

function isStrict(tool: Tool, name: string): boolean {
  return tool.type === 'function' && tool.name === name && tool.strict === true
}

/** Format of the text with every member that the schema requires. */
function wholeText(text: JsonObject): JsonObject {
  const { format } = text
  if (!isJsonObject(format) || format.type !== 'json_schema') return text
  return { ...text, format: { ...format, description: format.description ?? null, strict: format.strict ?? false } }
}
