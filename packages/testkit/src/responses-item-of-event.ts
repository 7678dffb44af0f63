const byPrefix: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^response\.content_part\./, ['message', 'reasoning']],
  [/^response\.(?:output_text|refusal)\./, ['message']],
  [/^response\.reasoning_(?:text|summary_text|summary_part)\./, ['reasoning']],
  [/^response\.function_call_arguments\./, ['function_call']],
  [/^response\.custom_tool_call_input\./, ['custom_tool_call']],
  [/^response\.shell_call_command\./, ['shell_call']],
  [/^response\.shell_call_output_content\./, ['shell_call_output']],
  [/^response\.apply_patch_call_operation_diff\./, ['apply_patch_call']],
  [/^response\.mcp_call_arguments\./, ['mcp_call']],
  [/^response\.code_interpreter_call_code\./, ['code_interpreter_call']],
  [/^response\.compaction\./, ['compaction']],
]

/** Item types that a streamed event may belong to; `undefined` for an unknown event, or one without an item. */
export function responsesItemOfEvent(type: string): readonly string[] | undefined {
  const known = byPrefix.find(([pattern]) => pattern.test(type))
  if (known !== undefined) return known[1]
  // Hosted tools report progress by events named after their items.
  const hosted = /^response\.((?:mcp|web_search|file_search|code_interpreter|image_generation)_(?:call|list_tools))\.[a-z_]+$/.exec(type)
  return hosted?.[1] === undefined ? undefined : [hosted[1]]
}
