import { shape } from '../../shape/shape.ts'
import type { ReadBy } from '../../shape/shape.ts'
import { readItem } from './read-item.ts'
import { toolShapes } from './tool-shapes.ts'

const { fields, optional, choice, text, flag, list, variant, object, anything, textOr, whole, number, record } = shape

const type = text
const effort = optional(choice('none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'))
const summary = optional(choice('auto', 'concise', 'detailed'))
const verbosity = optional(choice('low', 'medium', 'high'))

const format = optional(
  variant('type', {
    text: fields({ type }),
    json_object: fields({ type }),
    json_schema: fields({ type, name: shape.short(64), schema: object, strict: optional(flag), description: optional(text) }),
  }),
)

const hosted = fields({ type })
const named = fields({ type, name: text })
const choiceObject = variant('type', {
  function: named,
  custom: named,
  mcp: fields({ type, server_label: text, name: optional(text) }),
  allowed_tools: fields({ type, mode: choice('auto', 'required'), tools: list(object) }),
  file_search: hosted,
  web_search: hosted,
  web_search_preview: hosted,
  web_search_preview_2025_03_11: hosted,
  computer: hosted,
  computer_use: hosted,
  computer_use_preview: hosted,
  image_generation: hosted,
  code_interpreter: hosted,
  apply_patch: hosted,
  shell: hosted,
  programmatic_tool_calling: hosted,
})

/** The fields that decide the prompt, which are all that a count takes. */
const promptFields = {
  model: optional(text),
  input: optional(textOr(list(readItem))),
  instructions: optional(text),
  tools: optional(list(variant('type', toolShapes))),
  tool_choice: optional(textOr(choiceObject)),
  parallel_tool_calls: optional(flag),
  previous_response_id: optional(text),
  conversation: optional(textOr(fields({ id: text }))),
  reasoning: optional(
    fields({
      effort,
      summary,
      generate_summary: summary,
      context: optional(choice('auto', 'current_turn', 'all_turns')),
      mode: optional(text),
    }),
  ),
  text: optional(fields({ format, verbosity })),
  truncation: optional(choice('auto', 'disabled')),
} as const

/** The body of `POST /v1/responses/input_tokens`. */
export const countShape = fields({ ...promptFields, personality: optional(text) })

/** The body of `POST /v1/responses`. https://platform.openai.com/docs/api-reference/responses/create */
export const requestShape = fields({
  ...promptFields,
  stream: optional(flag),
  stream_options: optional(fields({ include_obfuscation: optional(flag) })),
  store: optional(flag),
  background: optional(flag),
  include: optional(
    list(
      choice(
        'file_search_call.results',
        'web_search_call.results',
        'web_search_call.action.sources',
        'message.input_image.image_url',
        'computer_call_output.output.image_url',
        'code_interpreter_call.outputs',
        'reasoning.encrypted_content',
        'message.output_text.logprobs',
      ),
    ),
  ),
  max_output_tokens: optional(whole(16)),
  max_tool_calls: optional(whole(1)),
  temperature: optional(number(0, 2)),
  top_p: optional(number(0, 1)),
  top_logprobs: optional(whole(0, 20)),
  metadata: optional(record(shape.short(512))),
  safety_identifier: optional(shape.short(64)),
  user: optional(text),
  service_tier: optional(choice('auto', 'default', 'flex', 'scale', 'priority', 'fast', 'ultrafast')),
  prompt_cache_key: optional(text),
  prompt_cache_options: optional(
    fields({
      mode: optional(choice('implicit', 'explicit')),
      ttl: optional(choice('30m', '12h')),
      prewarm: optional(flag),
      comparison_response_id: optional(text),
    }),
  ),
  prompt_cache_retention: optional(choice('in_memory', '24h')),
  context_management: optional(list(fields({ type: choice('compaction'), compact_threshold: optional(whole(1)) }))),
  prompt: optional(fields({ id: text, version: optional(text), variables: optional(object) })),
  moderation: optional(object),
  image: optional(object),
  access_programs: optional(object),
  multi_agent: optional(object),
  // A field that the vendor's own command line sends.
  client_metadata: optional(anything),
})

export type ResponsesBody = ReadBy<typeof requestShape>
