import type { Json } from '@interlingua/core'
import type { Recording } from '@interlingua/testkit'

type Wire = { readonly type: string; readonly [key: string]: unknown }

/** Formats events as numbered SSE text. */
export const frames = (events: readonly Wire[]): string =>
  events
    .map(({ type, ...rest }, index) => `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: index, ...rest })}\n\n`)
    .join('')

export const echo = {
  background: false,
  completed_at: 1_767_225_601,
  instructions: null,
  max_output_tokens: null,
  metadata: {},
  parallel_tool_calls: true,
  previous_response_id: null,
  reasoning: { effort: 'medium', summary: 'auto' },
  store: false,
  temperature: 1,
  text: { format: { type: 'text' }, verbosity: 'medium' },
  tool_choice: 'auto',
  tools: [{ type: 'function', name: 'look', parameters: { type: 'object', properties: {} }, strict: false }],
  top_p: 1,
  truncation: 'disabled',
  user: null,
}

export const usage = {
  input_tokens: 120,
  input_tokens_details: {
    cached_tokens: 20,
    cache_write_tokens: 10,
    cache_write_tokens_details: { ttl_30m_tokens: 10, ttl_12h_tokens: 0 },
  },
  output_tokens: 60,
  output_tokens_details: { reasoning_tokens: 16 },
  total_tokens: 180,
}

export const answer = (output: readonly unknown[], rest: { readonly [key: string]: unknown } = {}) => ({
  id: 'resp_0123456789abcdef',
  object: 'response',
  created_at: 1_767_225_600,
  status: 'completed',
  error: null,
  incomplete_details: null,
  model: 'gpt-5.2-2025-12-11',
  ...echo,
  output,
  service_tier: 'default',
  usage,
  ...rest,
})

const annotations = [
  { type: 'url_citation', url: 'https://a.example', title: 'A', start_index: 0, end_index: 5 },
  { type: 'file_citation', file_id: 'file-1', filename: 'a.pdf', index: 3 },
  { type: 'container_file_citation', container_id: 'cntr_1', file_id: 'cfile_1', filename: 'plot.png', start_index: 1, end_index: 3 },
  { type: 'file_path', file_id: 'file-2', index: 4 },
  { type: 'moon_citation', crater: 7 },
]

const logprobs = [
  { token: 'It', bytes: [73, 116], logprob: -0.1, top_logprobs: [{ token: 'It', bytes: [73, 116], logprob: -0.1 }] },
  { token: ' is', bytes: [32, 105, 115], logprob: -0.2, top_logprobs: [] },
]

export const message = (id: string, content: readonly unknown[], rest: object = {}) => ({
  id,
  type: 'message',
  status: 'completed',
  role: 'assistant',
  content,
  ...rest,
})
export const text = (said: string, rest: object = {}) => ({ type: 'output_text', annotations: [], logprobs: [], text: said, ...rest })

/** Items of each type that a response may hold. */
export const everyItem: readonly { readonly id: string; readonly type: string; readonly [key: string]: unknown }[] = [
  {
    id: 'rs_1',
    type: 'reasoning',
    summary: [
      { type: 'summary_text', text: 'First.' },
      { type: 'summary_text', text: 'Second.' },
    ],
    encrypted_content: 'gAAAA',
  },
  { id: 'rs_2', type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: 'Raw.' }], status: 'completed' },
  { id: 'rs_3', type: 'reasoning', summary: [] },
  message('msg_1', [text('It is so.', { annotations, logprobs }), { type: 'refusal', refusal: 'No.' }, { type: 'hologram', wave: 1 }], {
    phase: 'commentary',
    mood: 'good',
  }),
  message('msg_2', []),
  { id: 'fc_1', type: 'function_call', status: 'completed', call_id: 'call_1', name: 'look', arguments: '{"at":1.0}' },
  {
    id: 'fc_2',
    type: 'function_call',
    status: 'completed',
    call_id: 'call_2',
    name: 'send',
    namespace: 'mail',
    arguments: '{}',
    caller: { type: 'program', caller_id: 'prog_1' },
  },
  { id: 'ctc_1', type: 'custom_tool_call', status: 'completed', call_id: 'call_3', name: 'exec', namespace: 'functions', input: 'ls -l' },
  {
    id: 'sh_1',
    type: 'shell_call',
    status: 'completed',
    call_id: 'call_4',
    action: { commands: ['ls', 'pwd'], timeout_ms: 1000, max_output_length: null },
    environment: { type: 'local' },
  },
  { id: 'lsh_1', type: 'local_shell_call', status: 'completed', call_id: 'call_5', action: { type: 'exec', command: ['ls'], env: {} } },
  {
    id: 'apc_1',
    type: 'apply_patch_call',
    status: 'completed',
    call_id: 'call_6',
    operation: { type: 'update_file', path: 'a.txt', diff: '@@\n-a\n+b\n' },
  },
  {
    id: 'cu_1',
    type: 'computer_call',
    status: 'completed',
    call_id: 'call_7',
    action: { type: 'click', x: 1, y: 2, button: 'left' },
    pending_safety_checks: [],
  },
  { id: 'tsc_1', type: 'tool_search_call', status: 'completed', call_id: 'call_8', execution: 'client', arguments: { goal: 'mail' } },
  { id: 'tsc_2', type: 'tool_search_call', status: 'completed', call_id: null, execution: 'server', arguments: { paths: ['mail'] } },
  { id: 'tso_1', type: 'tool_search_output', status: 'completed', call_id: null, execution: 'server', tools: [] },
  { id: 'ws_1', type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'x', queries: ['x'], sources: [] } },
  {
    id: 'fs_1',
    type: 'file_search_call',
    status: 'completed',
    queries: ['x'],
    results: [{ file_id: 'file-1', filename: 'a.pdf', score: 0.5, text: 'x', attributes: {} }],
  },
  {
    id: 'ci_1',
    type: 'code_interpreter_call',
    status: 'completed',
    code: 'print("ü")\n',
    container_id: 'cntr_1',
    outputs: [
      { type: 'logs', logs: 'ü\n' },
      { type: 'image', url: 'https://a.example/plot.png' },
    ],
  },
  {
    id: 'ig_1',
    type: 'image_generation_call',
    status: 'completed',
    background: 'opaque',
    output_format: 'png',
    quality: 'low',
    result: 'iVBORw0KGgo=',
    revised_prompt: 'A cat',
    size: '1024x1024',
  },
  {
    id: 'mcp_1',
    type: 'mcp_call',
    status: 'completed',
    server_label: 'files',
    name: 'read',
    arguments: '{"path":"a"}',
    output: 'text',
    error: null,
  },
  {
    id: 'mcp_2',
    type: 'mcp_call',
    status: 'failed',
    server_label: 'files',
    name: 'read',
    arguments: '{}',
    output: null,
    error: { type: 'http_error', code: 500, message: 'no' },
  },
  { id: 'mcpl_1', type: 'mcp_list_tools', server_label: 'files', tools: [{ name: 'read', input_schema: {}, annotations: null }] },
  { id: 'mcpr_1', type: 'mcp_approval_request', server_label: 'files', name: 'write', arguments: '{}' },
  { id: 'cmp_1', type: 'compaction', encrypted_content: 'gAAAB' },
  { id: 'prog_1', type: 'program', call_id: 'call_9', code: 'x()', fingerprint: 'f' },
  { id: 'mind_1', type: 'mind_reading_call', status: 'completed', thought: 'blue' },
]

/** Items of a call that the vendor's container ran, and of its result. */
const hostedShell = [
  {
    id: 'sh_2',
    type: 'shell_call',
    status: 'completed',
    call_id: 'call_10',
    action: { commands: ['ls'], timeout_ms: null, max_output_length: null },
    environment: { type: 'container_reference', container_id: 'cntr_1' },
  },
  {
    id: 'sho_2',
    type: 'shell_call_output',
    status: 'completed',
    call_id: 'call_10',
    max_output_length: null,
    output: [{ stdout: 'a\n', stderr: '', outcome: { type: 'exit', exit_code: 0 } }],
  },
]

export const started = (): readonly Wire[] => {
  const { usage: _, ...snapshot } = answer([], { status: 'in_progress', completed_at: null })
  return [
    { type: 'response.created', response: snapshot },
    { type: 'response.in_progress', response: snapshot },
  ]
}

const tool = (type: string, index: number, id: string, states: readonly string[]): readonly Wire[] =>
  states.map((state) => ({ type: `response.${type}.${state}`, output_index: index, item_id: id }))

/** Events of an item as the vendor's server sends them. */
function itemEvents(item: (typeof everyItem)[number], index: number): readonly Wire[] {
  const { id } = item
  const at = { item_id: id, output_index: index }
  const done: Wire = { type: 'response.output_item.done', output_index: index, item }
  const added = (rest: object): Wire => ({
    type: 'response.output_item.added',
    output_index: index,
    item: { ...item, status: 'in_progress', ...rest },
  })
  switch (item.type) {
    case 'reasoning': {
      const { encrypted_content: _, content: __, ...bare } = item
      const events: Wire[] = [{ type: 'response.output_item.added', output_index: index, item: { ...bare, summary: [] } }]
      ;(item.summary as readonly { readonly text: string }[]).forEach((part, n) => {
        const where = { ...at, summary_index: n }
        events.push(
          { type: 'response.reasoning_summary_part.added', ...where, part: { ...part, text: '' } },
          { type: 'response.reasoning_summary_text.delta', ...where, delta: part.text.slice(0, 3), obfuscation: 'xx' },
          { type: 'response.reasoning_summary_text.delta', ...where, delta: part.text.slice(3) },
          { type: 'response.reasoning_summary_text.done', ...where, text: part.text },
          { type: 'response.reasoning_summary_part.done', ...where, part },
        )
      })
      ;((item.content ?? []) as readonly { readonly text: string }[]).forEach((part, n) => {
        const where = { ...at, content_index: n }
        events.push(
          { type: 'response.content_part.added', ...where, part: { ...part, text: '' } },
          { type: 'response.reasoning_text.delta', ...where, delta: part.text },
          { type: 'response.reasoning_text.done', ...where, text: part.text },
          { type: 'response.content_part.done', ...where, part },
        )
      })
      return [...events, done]
    }
    case 'message': {
      const events: Wire[] = [added({ content: [] })]
      ;(item.content as readonly Wire[]).forEach((part, n) => events.push(...contentEvents(part, { ...at, content_index: n })))
      return [...events, done]
    }
    case 'function_call':
      return [
        added({ arguments: '' }),
        { type: 'response.function_call_arguments.delta', ...at, delta: (item.arguments as string).slice(0, 1), obfuscation: 'yyy' },
        { type: 'response.function_call_arguments.delta', ...at, delta: (item.arguments as string).slice(1) },
        { type: 'response.function_call_arguments.done', ...at, arguments: item.arguments },
        done,
      ]
    case 'custom_tool_call':
      return [
        added({ input: '' }),
        { type: 'response.custom_tool_call_input.delta', ...at, delta: item.input },
        { type: 'response.custom_tool_call_input.done', ...at, input: item.input },
        done,
      ]
    case 'shell_call': {
      const { commands } = item.action as { readonly commands: readonly string[] }
      return [
        added({ action: { ...(item.action as object), commands: [] } }),
        ...commands.flatMap((command, command_index): Wire[] => [
          { type: 'response.shell_call_command.added', output_index: index, command_index, command: '' },
          { type: 'response.shell_call_command.delta', output_index: index, command_index, delta: command },
          { type: 'response.shell_call_command.done', output_index: index, command_index, command },
        ]),
        done,
      ]
    }
    case 'shell_call_output':
      return [
        added({ output: [] }),
        { type: 'response.shell_call_output_content.delta', ...at, command_index: 0, delta: { stdout: 'a\n' } },
        { type: 'response.shell_call_output_content.done', ...at, command_index: 0, output: item.output },
        done,
      ]
    case 'web_search_call':
    case 'file_search_call':
      return [added({ results: undefined }), ...tool(item.type, index, id, ['in_progress', 'searching', 'completed']), done]
    case 'code_interpreter_call':
      return [
        added({ code: '', outputs: [] }),
        ...tool(item.type, index, id, ['in_progress']),
        { type: 'response.code_interpreter_call_code.delta', ...at, delta: item.code },
        { type: 'response.code_interpreter_call_code.done', ...at, code: item.code },
        ...tool(item.type, index, id, ['interpreting', 'completed']),
        done,
      ]
    case 'image_generation_call':
      return [
        added({ result: null }),
        ...tool(item.type, index, id, ['in_progress', 'generating']),
        { type: 'response.image_generation_call.partial_image', ...at, partial_image_index: 0, partial_image_b64: 'AAAA' },
        ...tool(item.type, index, id, ['completed']),
        done,
      ]
    case 'mcp_call': {
      const states = item.status === 'failed' ? ['failed'] : ['completed']
      return [
        added({ arguments: '', output: null, error: null }),
        ...tool(item.type, index, id, ['in_progress']),
        { type: 'response.mcp_call_arguments.delta', ...at, delta: item.arguments },
        { type: 'response.mcp_call_arguments.done', ...at, arguments: item.arguments },
        ...tool(item.type, index, id, states),
        done,
      ]
    }
    case 'mcp_list_tools':
      return [added({ tools: [] }), ...tool(item.type, index, id, ['in_progress', 'completed']), done]
    case 'compaction':
      return [added({ encrypted_content: '' }), ...tool(item.type, index, id, ['compacting']), done]
    default:
      return [added({}), done]
  }
}

function contentEvents(part: Wire, where: object): readonly Wire[] {
  const whole = { type: 'response.content_part.done', ...where, part }
  if (part.type === 'refusal')
    return [
      { type: 'response.content_part.added', ...where, part: { ...part, refusal: '' } },
      { type: 'response.refusal.delta', ...where, delta: part.refusal },
      { type: 'response.refusal.done', ...where, refusal: part.refusal },
      whole,
    ]
  if (part.type !== 'output_text') return [{ type: 'response.content_part.added', ...where, part }, whole]
  const said = part.text as string
  const probable = part.logprobs as readonly unknown[]
  return [
    { type: 'response.content_part.added', ...where, part: { ...part, text: '', annotations: [], logprobs: [] } },
    { type: 'response.output_text.delta', ...where, delta: said.slice(0, 2), logprobs: probable.slice(0, 1), obfuscation: 'zz' },
    { type: 'response.output_text.delta', ...where, delta: said.slice(2), logprobs: probable.slice(1) },
    ...(part.annotations as readonly unknown[])
      .filter((annotation) => (annotation as Wire).type !== 'moon_citation')
      .map((annotation, annotation_index): Wire => ({
        type: 'response.output_text.annotation.added',
        ...where,
        annotation_index,
        annotation,
      })),
    { type: 'response.output_text.done', ...where, text: said, logprobs: probable },
    whole,
  ]
}

const plainText = message('msg_1', [text('Hello.')], { phase: 'final_answer' })

/** Events of a response with these items, one after the other. */
export const streamOf = (items: typeof everyItem, end: Wire = { type: 'response.completed', response: answer(items) }): string =>
  frames([...started(), ...items.flatMap((item, index) => itemEvents(item, index)), end])

/** Stream with several items open at once. */
function interleaved(): string {
  const [first, second] = [everyItem[5], everyItem[7]].map((item, index) => itemEvents(item ?? { id: '', type: '' }, index))
  const events = (first ?? []).flatMap((event, n) => [event, ...(second?.slice(n, n + 1) ?? [])])
  return frames([...started(), ...events, { type: 'response.completed', response: answer([everyItem[5], everyItem[7]]) }])
}

const base = { format: 'responses', path: '/v1/responses', request: null, status: 200 } as const
const document = (id: string, response: unknown): Recording => ({ ...base, id, response: response as Json }) // written as JSON in this file
const streamed = (id: string, stream: string): Recording => ({ ...base, id, stream })

export const answerSamples: readonly Recording[] = [
  document('every item', answer(everyItem)),
  document('a call that the vendor ran', answer([...hostedShell, plainText])),
  document('cut short', answer([plainText], { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } })),
  document('filtered', answer([], { status: 'incomplete', incomplete_details: { reason: 'content_filter', detail: 'x' } })),
  document('steered', answer([plainText], { status: 'incomplete', incomplete_details: { reason: 'steered' } })),
  document('of an unknown end', answer([plainText], { status: 'incomplete', incomplete_details: { reason: 'moonrise' } })),
  document('of an unknown status', answer([plainText], { status: 'paused' })),
  document('cancelled', answer([plainText], { status: 'cancelled' })),
  document('queued', answer([], { status: 'queued', usage: null, completed_at: null })),
  document('in progress', answer([plainText], { status: 'in_progress', usage: null })),
  document('failed', answer([plainText], { status: 'failed', error: { code: 'server_error', message: 'no' }, usage: null })),
  document('failed by policy', answer([], { status: 'failed', error: { code: 'bio_policy', message: 'no', misalignment: null } })),
  document('refused', answer([message('msg_1', [{ type: 'refusal', refusal: 'No.' }])])),
  document('of a compatible server', {
    id: 'x',
    object: 'response',
    model: 'm',
    output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hi' }] }],
  }),
  document('with much beside it', {
    ...answer([plainText]),
    moderation: { input: [] },
    conversation: { id: 'conv_1' },
    input_transformations: [{ type: 'reasoning', id: 'rs_0', action: 'removed', reason: 'model_mismatch' }],
    tool_usage: { image_gen: { input_tokens: 1, output_tokens: 0 }, web_search: { num_requests: 2 } },
    moon: 'full',
  }),
  document('with tools that were not used', {
    ...answer([plainText], { status: 'completed', usage: { input_tokens: 3, output_tokens: 4 } }),
    tool_usage: { image_gen: { input_tokens: 0, output_tokens: 0 }, web_search: { num_requests: 0 } },
  }),
  streamed('every item, streamed', streamOf(everyItem)),
  streamed('a call that the vendor ran, streamed', streamOf([...hostedShell, plainText])),
  streamed('calls side by side', interleaved()),
  streamed(
    'cut short, streamed',
    streamOf([plainText], {
      type: 'response.incomplete',
      response: answer([plainText], { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }),
    }),
  ),
  streamed(
    'failed, streamed',
    streamOf([plainText], {
      type: 'response.failed',
      response: answer([], { status: 'failed', error: { code: 'server_error', message: 'no' }, usage: null, service_tier: undefined }),
    }),
  ),
  streamed('an error, streamed', streamOf([plainText], { type: 'error', code: 'rate_limit_exceeded', message: 'slow', param: null })),
  streamed('an answer without items', streamOf([])),
  {
    ...base,
    id: 'refused as malformed',
    status: 400,
    response: error('invalid_request_error', 'unsupported_value', 'input[0].content', 'bad'),
  },
  { ...base, id: 'too long', status: 400, response: error('invalid_request_error', 'context_length_exceeded', 'input', 'long') },
  { ...base, id: 'unauthorised', status: 401, response: error('invalid_request_error', 'invalid_api_key', null, 'who') },
  { ...base, id: 'limited', status: 429, response: error('requests', 'rate_limit_exceeded', null, 'slow') },
  { ...base, id: 'overloaded', status: 503, response: error('service_unavailable_error', 'server_is_overloaded', null, 'busy') },
]

function error(type: string, code: string | null, param: string | null, message: string): Json {
  return { error: { message, type, param, code } }
}
