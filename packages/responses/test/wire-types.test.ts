import type OpenAI from 'openai'
import { expect, test } from 'vitest'
import { everyItem, everyOption, everyTool } from './request-samples.ts'

type Item = OpenAI.Responses.ResponseInputItem
/** Types of items by their discriminant: a new one in the SDK does not compile until a sample of it is here. */
type ItemType = NonNullable<Item['type']>
type ToolType = OpenAI.Responses.Tool['type']
type Option = keyof OpenAI.Responses.ResponseCreateParams

const items = {
  message: true,
  file_search_call: true,
  computer_call: true,
  computer_call_output: true,
  web_search_call: true,
  function_call: true,
  function_call_output: true,
  tool_search_call: true,
  tool_search_output: true,
  additional_tools: true,
  configuration_update: true,
  reasoning: true,
  compaction: true,
  image_generation_call: true,
  code_interpreter_call: true,
  local_shell_call: true,
  local_shell_call_output: true,
  shell_call: true,
  shell_call_output: true,
  apply_patch_call: true,
  apply_patch_call_output: true,
  mcp_list_tools: true,
  mcp_approval_request: true,
  mcp_approval_response: true,
  mcp_call: true,
  custom_tool_call_output: true,
  custom_tool_call: true,
  compaction_trigger: true,
  item_reference: true,
  program: true,
  program_output: true,
} as const satisfies Record<ItemType, true>

const tools = {
  function: true,
  file_search: true,
  computer: true,
  computer_use_preview: true,
  web_search: true,
  web_search_2025_08_26: true,
  mcp: true,
  code_interpreter: true,
  programmatic_tool_calling: true,
  image_generation: true,
  local_shell: true,
  shell: true,
  custom: true,
  namespace: true,
  tool_search: true,
  web_search_preview: true,
  web_search_preview_2025_03_11: true,
  apply_patch: true,
} as const satisfies Record<ToolType, true>

/** Options that can stand together, beside those that exclude others. */
const options = {
  background: true,
  context_management: true,
  conversation: true,
  image: true,
  include: true,
  input: true,
  instructions: true,
  max_output_tokens: true,
  max_tool_calls: true,
  metadata: true,
  model: true,
  moderation: true,
  parallel_tool_calls: true,
  prompt: true,
  prompt_cache_key: true,
  prompt_cache_options: true,
  reasoning: true,
  safety_identifier: true,
  service_tier: true,
  store: true,
  stream: true,
  stream_options: true,
  temperature: true,
  text: true,
  tool_choice: true,
  tools: true,
  top_logprobs: true,
  top_p: true,
  truncation: true,
  user: true,
} as const satisfies Record<Exclude<Option, 'access_programs' | 'previous_response_id' | 'prompt_cache_retention'>, true>

function typesOf(values: readonly unknown[]): ReadonlySet<unknown> {
  return new Set(values.map((value) => (value as { readonly type?: unknown }).type)) // samples are objects
}

test('every item of the official types has a sample', () => {
  const found = typesOf(everyItem)
  expect(Object.keys(items).filter((type) => !found.has(type))).toEqual([])
})

test('every tool of the official types has a sample', () => {
  const found = typesOf(everyTool)
  expect(Object.keys(tools).filter((type) => !found.has(type))).toEqual([])
})

test('every option of the official types has a sample', () => {
  expect(Object.keys(options).filter((key) => !Object.hasOwn(everyOption as object, key))).toEqual([])
})
