import * as z from 'zod/mini'

const text = z.string()
const cache = z.nullish(z.looseObject({ type: text }))
const flag = z.nullish(z.looseObject({}))

/** Schemas of sources of images and documents, by type. */
export const sourceSchemas: Readonly<Record<string, z.ZodMiniType>> = {
  base64: z.looseObject({ media_type: text, data: text }),
  text: z.looseObject({ data: text }),
  url: z.looseObject({ url: text }),
  file: z.looseObject({ file_id: text }),
}

/**
 * Schemas of the known fields of each known block; nested content and sources are checked apart, so that an error names the exact field.
 */
export const blockSchemas: Readonly<Record<string, z.ZodMiniType>> = {
  text: z.looseObject({
    text,
    cache_control: cache,
    citations: z.nullish(z.union([z.array(z.looseObject({ type: text })), z.looseObject({})])),
  }),
  image: z.looseObject({ source: z.looseObject({ type: text }), cache_control: cache }),
  document: z.looseObject({
    source: z.looseObject({ type: text }),
    cache_control: cache,
    title: z.nullish(text),
    context: z.nullish(text),
    citations: flag,
  }),
  search_result: z.looseObject({
    source: text,
    title: text,
    content: z.array(z.looseObject({ type: text })),
    cache_control: cache,
    citations: flag,
  }),
  thinking: z.looseObject({ thinking: text, signature: z.optional(text) }),
  redacted_thinking: z.looseObject({ data: text }),
  tool_use: z.looseObject({ id: text, name: text, input: z.unknown(), cache_control: cache }),
  tool_result: z.looseObject({ tool_use_id: text, is_error: z.nullish(z.boolean()), cache_control: cache }),
  server_tool_use: z.looseObject({ id: text, name: text, input: z.unknown(), cache_control: cache }),
  mcp_tool_use: z.looseObject({ id: text, name: text, server_name: text, input: z.unknown(), cache_control: cache }),
  mcp_tool_result: z.looseObject({ tool_use_id: text, is_error: z.nullish(z.boolean()), cache_control: cache }),
  web_search_tool_result: z.looseObject({ tool_use_id: text, cache_control: cache }),
  web_fetch_tool_result: z.looseObject({ tool_use_id: text, cache_control: cache }),
  code_execution_tool_result: z.looseObject({ tool_use_id: text, cache_control: cache }),
  bash_code_execution_tool_result: z.looseObject({ tool_use_id: text, cache_control: cache }),
  text_editor_code_execution_tool_result: z.looseObject({ tool_use_id: text, cache_control: cache }),
  tool_search_tool_result: z.looseObject({ tool_use_id: text, cache_control: cache }),
  advisor_tool_result: z.looseObject({ tool_use_id: text, cache_control: cache }),
  container_upload: z.looseObject({ file_id: text, cache_control: cache }),
  tool_reference: z.looseObject({ tool_name: text, cache_control: cache }),
  compaction: z.looseObject({ content: z.nullish(text), encrypted_content: z.nullish(text) }),
}
