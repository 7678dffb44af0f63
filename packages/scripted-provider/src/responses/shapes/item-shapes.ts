import { shape } from '../../shape/shape.ts'
import type { Shape } from '../../shape/shape.ts'
import { contentShapes } from './content-shapes.ts'
import { idShape } from './id-shape.ts'
import { toolShapes } from './tool-shapes.ts'

const { fields, optional, choice, text, flag, list, variant, object, anything, textOr } = shape

const type = text
const status = optional(choice('in_progress', 'completed', 'incomplete'))
const id = (prefix?: string): Shape<string | undefined> => optional(idShape(prefix))
const call_id = shape.short(64)
const caller = optional(variant('type', { direct: fields({ type }), program: fields({ type, caller_id: text }) }))
const output = textOr(contentShapes.input)
const tools = list(variant('type', toolShapes))
const environment = optional(object)

/** Every input item but messages and references, by its type. https://platform.openai.com/docs/api-reference/responses/create */
export const itemShapes = {
  reasoning: fields({
    type,
    id: id('rs'),
    summary: list(variant('type', { summary_text: fields({ type, text }) })),
    content: optional(list(variant('type', { reasoning_text: fields({ type, text }) }))),
    encrypted_content: optional(text),
    status,
  }),
  function_call: fields({
    type,
    id: id('fc'),
    call_id,
    name: shape.short(128),
    arguments: text,
    namespace: optional(text),
    async: optional(flag),
    caller,
    status,
  }),
  function_call_output: fields({
    type,
    id: id(),
    call_id,
    output,
    name: optional(text),
    namespace: optional(text),
    caller,
    status,
  }),
  custom_tool_call: fields({
    type,
    id: id('ctc'),
    call_id,
    name: shape.short(128),
    input: text,
    namespace: optional(text),
    async: optional(flag),
    caller,
    status,
  }),
  custom_tool_call_output: fields({ type, id: id(), call_id, output, name: optional(text), caller, status }),
  shell_call: fields({ type, id: id(), call_id, action: object, environment, caller, status }),
  shell_call_output: fields({ type, id: id(), call_id, output: list(object), max_output_length: optional(shape.whole()), caller, status }),
  local_shell_call: fields({ type, id: idShape(), call_id, action: object, status }),
  local_shell_call_output: fields({ type, id: idShape(), output: text, status, call_id: optional(text) }),
  apply_patch_call: fields({ type, id: id(), call_id, operation: object, status: text, caller }),
  apply_patch_call_output: fields({
    type,
    id: id(),
    call_id,
    status: choice('completed', 'failed'),
    output: optional(text),
    caller,
  }),
  computer_call: fields({
    type,
    id: idShape('cu'),
    call_id,
    pending_safety_checks: list(object),
    status: text,
    action: optional(object),
    actions: optional(list(object)),
  }),
  computer_call_output: fields({ type, id: id(), call_id, output: object, acknowledged_safety_checks: optional(list(object)), status }),
  tool_search_call: fields({
    type,
    id: id(),
    call_id: optional(call_id),
    arguments: anything,
    execution: optional(choice('server', 'client')),
    status,
  }),
  tool_search_output: fields({
    type,
    id: id(),
    call_id: optional(call_id),
    tools,
    execution: optional(choice('server', 'client')),
    status,
  }),
  additional_tools: fields({ type, id: id(), role: choice('developer'), tools }),
  configuration_update: fields({ type, id: id(), reasoning: optional(object), text: optional(object) }),
  web_search_call: fields({ type, id: idShape('ws'), status: optional(text), action: optional(object) }),
  file_search_call: fields({ type, id: idShape('fs'), status: optional(text), queries: list(text), results: optional(list(object)) }),
  code_interpreter_call: fields({
    type,
    id: idShape('ci'),
    status: optional(text),
    code: optional(text),
    container_id: text,
    outputs: optional(list(object)),
  }),
  image_generation_call: fields({
    type,
    id: idShape('ig'),
    status: optional(text),
    result: optional(text),
    revised_prompt: optional(text),
    output_format: optional(text),
    size: optional(text),
    quality: optional(text),
    background: optional(text),
    action: optional(text),
    error: optional(object),
    svg_usage: optional(object),
  }),
  mcp_list_tools: fields({ type, id: idShape('mcp'), server_label: text, tools: list(object), error: optional(anything) }),
  mcp_call: fields({
    type,
    id: idShape('mcp'),
    server_label: text,
    name: text,
    arguments: text,
    output: optional(text),
    error: optional(anything),
    approval_request_id: optional(text),
    status: optional(text),
  }),
  mcp_approval_request: fields({ type, id: idShape('mcp'), server_label: text, name: text, arguments: text }),
  mcp_approval_response: fields({ type, id: id(), approval_request_id: text, approve: flag, reason: optional(text) }),
  compaction: fields({ type, id: id(), encrypted_content: text }),
  compaction_trigger: fields({ type, id: id() }),
  program: fields({ type, id: text, call_id, code: text, fingerprint: text }),
  program_output: fields({ type, id: text, call_id, result: text, status: text }),
} as const
