import type { JsonObject } from '@interlingua/core'
import { agentRemark, agentRounds, agentSystem, agentTask, agentTools, callsOf } from '../agent-conversation.ts'
import type { BenchDialect } from '../bench-dialect.ts'
import { question } from '../question.ts'
import { sampleText } from '../sample-text.ts'
import type { StreamKind } from '../stream-kind.ts'

export const responsesDialect: BenchDialect = {
  letter: 'r',
  base: '/v1',
  headers: (key) => ({ authorization: `Bearer ${key}` }),
  path: () => '/v1/responses',
  agentRequest,
  smallRequest: (model, stream) => ({
    model,
    max_output_tokens: 256,
    store: false,
    instructions: question.system,
    input: [{ role: 'user', content: question.user }],
    ...(stream && { stream }),
  }),
  smallAnswer: () => ({ ...answer('completed', [messageItem(question.answer)]), usage: usage(24) }),
  stream,
  streamMarks: ['event: response.completed', 'response.output_text.delta'],
}

function agentRequest(): JsonObject {
  const input: JsonObject[] = [{ role: 'user', content: [{ type: 'input_text', text: agentTask }] }]
  for (let round = 0; round < agentRounds; round++) {
    input.push({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: agentRemark(round), annotations: [] }] })
    const calls = callsOf(round)
    for (const { id, name, input: given } of calls)
      input.push({ type: 'function_call', call_id: `call_${id}`, name, arguments: JSON.stringify(given) })
    for (const { id, result } of calls) input.push({ type: 'function_call_output', call_id: `call_${id}`, output: result })
  }
  return {
    model: 'r-doc',
    max_output_tokens: 8192,
    temperature: 0.2,
    store: false,
    instructions: agentSystem,
    input,
    tools: agentTools().map(({ name, description, schema }) => ({
      type: 'function',
      name,
      description,
      parameters: schema,
      strict: false,
    })),
  }
}

/** Events in OpenAI's form, with their padding against traffic analysis. */
function stream(kind: StreamKind, pieces: readonly string[]): readonly string[] {
  const whole = pieces.join('')
  const place = { item_id: itemIds[kind], output_index: 0 }
  const events: JsonObject[] = [
    { type: 'response.created', response: answer('in_progress', []) },
    { type: 'response.in_progress', response: answer('in_progress', []) },
    { type: 'response.output_item.added', output_index: 0, item: item(kind, '', 'in_progress') },
    ...around(kind, place, '', 'added'),
  ]
  for (const [index, delta] of pieces.entries())
    events.push({ type: deltaTypes[kind], ...place, ...inner[kind], delta, ...(kind === 'text' && { logprobs: [] }), ...padding(index) })
  const done = deltaTypes[kind].replace(/delta$/, 'done')
  events.push(
    {
      type: done,
      ...place,
      ...inner[kind],
      [kind === 'arguments' ? 'arguments' : 'text']: whole,
      ...(kind === 'text' && { logprobs: [] }),
    },
    ...around(kind, place, whole, 'done'),
    { type: 'response.output_item.done', output_index: 0, item: item(kind, whole, 'completed') },
    { type: 'response.completed', response: { ...answer('completed', [item(kind, whole, 'completed')]), usage: usage(pieces.length) } },
  )
  return events.map(({ type, ...rest }, index) => {
    return `event: ${String(type)}\ndata: ${JSON.stringify({ type: type ?? '', sequence_number: index, ...rest })}\n\n`
  })
}

const itemIds = { text: 'msg_BenchBenchBench', arguments: 'fc_BenchBenchBench', reasoning: 'rs_BenchBenchBench' } as const
const inner = { text: { content_index: 0 }, arguments: {}, reasoning: { summary_index: 0 } } as const
const deltaTypes = {
  text: 'response.output_text.delta',
  arguments: 'response.function_call_arguments.delta',
  reasoning: 'response.reasoning_summary_text.delta',
} as const

function padding(index: number): JsonObject {
  return { obfuscation: sampleText(1 + ((index * 7) % 14), index).replace(/\W/g, 'x') }
}

/** Event that opens or closes the part inside an item. */
function around(kind: StreamKind, place: JsonObject, text: string, step: 'added' | 'done'): readonly JsonObject[] {
  if (kind === 'arguments') return []
  if (kind === 'reasoning')
    return [{ type: `response.reasoning_summary_part.${step}`, ...place, summary_index: 0, part: { type: 'summary_text', text } }]
  return [
    {
      type: `response.content_part.${step}`,
      ...place,
      content_index: 0,
      part: { type: 'output_text', text, annotations: [], logprobs: [] },
    },
  ]
}

function item(kind: StreamKind, text: string, status: string): JsonObject {
  if (kind === 'text') return text === '' ? { ...messageItem(''), status, content: [] } : messageItem(text)
  if (kind === 'reasoning')
    return { id: itemIds.reasoning, type: 'reasoning', summary: text === '' ? [] : [{ type: 'summary_text', text }] }
  return { id: itemIds.arguments, type: 'function_call', status, call_id: 'call_BenchBenchBench', name: 'write_file', arguments: text }
}

function messageItem(text: string): JsonObject {
  return {
    id: itemIds.text,
    type: 'message',
    status: 'completed',
    role: 'assistant',
    content: [{ type: 'output_text', text, annotations: [], logprobs: [] }],
  }
}

function answer(status: string, output: readonly JsonObject[]): JsonObject {
  return {
    id: 'resp_BenchBenchBenchBenchBench',
    object: 'response',
    created_at: 1_790_000_000,
    status,
    error: null,
    incomplete_details: null,
    instructions: question.system,
    max_output_tokens: 256,
    model: 'r-doc',
    output,
    parallel_tool_calls: true,
    previous_response_id: null,
    reasoning: { effort: null, summary: null },
    store: false,
    temperature: 1,
    text: { format: { type: 'text' } },
    tool_choice: 'auto',
    tools: [],
    top_p: 1,
    truncation: 'disabled',
    usage: null,
    metadata: {},
  }
}

function usage(output: number): JsonObject {
  return {
    input_tokens: 42,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 42 + output,
  }
}
