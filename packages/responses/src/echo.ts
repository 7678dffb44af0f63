import { isJsonObject } from '@interlingua/core'
import type { Asked, Context } from '@interlingua/core'
import { encodeBody } from './encode-request.ts'
import type { Bag } from './extension.ts'
import { instructionsOf } from './instructions-of.ts'

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
const asked: ReadonlySet<string> = new Set([
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
])

/**
 * What the SDK's types demand of every answer, and what the vendor says where nothing was asked. The keys of the answer itself are there so
 * that a copy of this has the shape of a whole answer: keys that are added one by one make an object that is slow to print.
 */
const neutral: Bag = {
  id: '',
  object: 'response',
  created_at: 0,
  status: '',
  error: null,
  incomplete_details: null,
  model: '',
  output: [],
  access_programs: null,
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

/** The echo of what was asked, in the words of this format: an answer in which its own keys (`id` to `output`) are still to be filled. */
export function echoOf({ request }: Asked, context: Context): Bag {
  const echo: Bag = { ...neutral }
  if (request === undefined) return echo
  const body = encodeBody(request, context, instructionsOf(request))
  for (const key in body) {
    const value = body[key]
    if (value === undefined || value === null || !asked.has(key)) continue
    const usual = neutral[key]
    echo[key] = isJsonObject(value) && isJsonObject(usual) ? { ...usual, ...value } : value
  }
  return echo
}
