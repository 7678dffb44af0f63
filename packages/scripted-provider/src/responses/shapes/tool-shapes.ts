import { shape } from '../../shape/shape.ts'

const { fields, optional, choice, text, flag, list, variant, object, whole, record, textOr } = shape

const type = text
const allowed_callers = optional(list(choice('direct', 'programmatic')))
const user_location = optional(
  fields({
    type: optional(choice('approximate')),
    city: optional(text),
    country: optional(text),
    region: optional(text),
    timezone: optional(text),
  }),
)
const search_context_size = optional(choice('low', 'medium', 'high'))

const functionTool = fields({
  type,
  name: text,
  description: optional(text),
  parameters: optional(object),
  strict: optional(flag),
  output_schema: optional(object),
  defer_loading: optional(flag),
  async: optional(flag),
  allowed_callers,
})
const customTool = fields({
  type,
  name: text,
  description: optional(text),
  format: optional(
    variant('type', {
      text: fields({ type }),
      grammar: fields({ type, syntax: choice('lark', 'regex'), definition: text }),
    }),
  ),
  defer_loading: optional(flag),
  async: optional(flag),
  allowed_callers,
})
const webSearch = fields({
  type,
  filters: optional(fields({ allowed_domains: optional(list(text)) })),
  search_context_size,
  user_location,
  external_web_access: optional(flag),
})
const webSearchPreview = fields({
  type,
  search_context_size,
  user_location,
  search_content_types: optional(list(choice('text', 'image'))),
})

/** Tools by their type. https://platform.openai.com/docs/api-reference/responses/create */
export const toolShapes = {
  function: functionTool,
  custom: customTool,
  namespace: fields({ type, name: text, description: text, tools: list(variant('type', { function: functionTool, custom: customTool })) }),
  tool_search: fields({
    type,
    execution: optional(choice('server', 'client')),
    description: optional(text),
    parameters: optional(object),
  }),
  web_search: webSearch,
  web_search_2025_08_26: webSearch,
  web_search_preview: webSearchPreview,
  web_search_preview_2025_03_11: webSearchPreview,
  file_search: fields({
    type,
    vector_store_ids: list(text),
    filters: optional(object),
    max_num_results: optional(whole(1, 50)),
    ranking_options: optional(object),
  }),
  code_interpreter: fields({ type, container: textOr(object), allowed_callers }),
  image_generation: fields({
    type,
    action: optional(choice('generate', 'edit', 'auto')),
    background: optional(choice('transparent', 'opaque', 'auto')),
    complexity: optional(text),
    frame_count: optional(whole()),
    frame_duration_ms: optional(whole()),
    input_fidelity: optional(choice('high', 'low')),
    input_image_mask: optional(object),
    model: optional(text),
    moderation: optional(choice('auto', 'low')),
    output_compression: optional(whole(0, 100)),
    output_format: optional(choice('png', 'webp', 'jpeg', 'gif', 'svg')),
    partial_images: optional(whole(0, 3)),
    quality: optional(choice('low', 'medium', 'high', 'xhigh', 'max', 'auto')),
    size: optional(text),
    svg: optional(object),
  }),
  mcp: fields({
    type,
    server_label: text,
    server_url: optional(text),
    connector_id: optional(text),
    tunnel_id: optional(text),
    server_description: optional(text),
    allowed_tools: optional(shape.anything),
    require_approval: optional(shape.anything),
    headers: optional(record(text)),
    authorization: optional(text),
    defer_loading: optional(flag),
    allowed_callers,
  }),
  computer: fields({ type }),
  computer_use_preview: fields({
    type,
    display_width: whole(1),
    display_height: whole(1),
    environment: choice('windows', 'mac', 'linux', 'ubuntu', 'browser'),
  }),
  local_shell: fields({ type }),
  shell: fields({ type, environment: optional(object), allowed_callers }),
  apply_patch: fields({ type, allowed_callers }),
  programmatic_tool_calling: fields({ type }),
} as const
