import { isJsonObject } from '@interlingua/core'
import type { Asked, Context, GenerateRequest, JsonObject, Turn } from '@interlingua/core'
import { encodeRequest } from './encode-request.ts'
import { hintOf } from './extension.ts'
import type { Bag } from './extension.ts'

/**
 * The keys of an answer that say again what was asked, or how it was billed and kept. An answer that came in this format keeps them as they
 * were; they tell a client of another format nothing.
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

/** What of a request is said again; not `store`: an upstream of another format keeps no answer, whatever was asked. */
const asked = [
  'background',
  'instructions',
  'max_output_tokens',
  'max_tool_calls',
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
] as const

/** What the SDK's types demand of every answer, and what the vendor says where nothing was asked. */
const neutral: JsonObject = {
  background: false,
  instructions: null,
  max_output_tokens: null,
  metadata: {},
  parallel_tool_calls: true,
  previous_response_id: null,
  reasoning: { effort: null, summary: null },
  store: false,
  temperature: null,
  text: { format: { type: 'text' } },
  tool_choice: 'auto',
  tools: [],
  top_p: null,
  truncation: 'disabled',
  user: null,
}

/** The echo of what was asked, in the words of this format. */
export function echoOf({ request }: Asked, context: Context): Bag {
  const echo: Bag = { ...neutral }
  if (request === undefined) return echo
  const { body } = encodeRequest(withoutConversation(request), context)
  for (const key of asked) {
    const value = body[key]
    const usual = neutral[key]
    if (isJsonObject(value) && isJsonObject(usual)) echo[key] = { ...usual, ...value }
    else if (value !== undefined && value !== null) echo[key] = value
  }
  return echo
}

/** Only instructions are said again, not what was talked about. */
function withoutConversation(request: GenerateRequest): GenerateRequest {
  const [first] = request.turns
  return { ...request, turns: first !== undefined && isInstructions(first) ? [first] : [] }
}

function isInstructions(turn: Turn): boolean {
  return hintOf(turn).instructions === true
}
