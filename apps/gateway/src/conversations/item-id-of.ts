import { isJsonObject, type Json } from '@interlingua/core'

/** The id with which an item is listed: its own, else one that tells its place. `stem` is of what holds the item. */
export function itemIdOf(item: Json, stem: string, index: number): string {
  if (isJsonObject(item) && typeof item['id'] === 'string' && item['id'] !== '') return item['id']
  return `${prefixOf(item)}_${stem}i${index}`
}

function prefixOf(item: Json): string {
  const type = isJsonObject(item) ? item['type'] : undefined
  return (typeof type === 'string' && Object.hasOwn(prefixes, type) ? prefixes[type] : undefined) ?? 'msg'
}

/** How the vendor's ids begin. */
const prefixes: Readonly<Record<string, string>> = {
  reasoning: 'rs',
  function_call: 'fc',
  function_call_output: 'fco',
  custom_tool_call: 'ctc',
  custom_tool_call_output: 'ctco',
  computer_call: 'cu',
  computer_call_output: 'cuo',
  shell_call: 'sh',
  shell_call_output: 'sho',
  local_shell_call: 'lsh',
  local_shell_call_output: 'lsho',
  apply_patch_call: 'apc',
  apply_patch_call_output: 'apco',
  web_search_call: 'ws',
  file_search_call: 'fs',
  code_interpreter_call: 'ci',
  image_generation_call: 'ig',
  mcp_call: 'mcp',
  mcp_list_tools: 'mcpl',
  mcp_approval_request: 'mcpr',
  mcp_approval_response: 'mcprs',
  compaction: 'cmp',
  tool_search_call: 'tsc',
  tool_search_output: 'tso',
  item_reference: 'ref',
}
