import type { JsonObject } from '@interlingua/core'
import { agentRemark, agentRounds, agentSystem, agentTask, agentTools, callsOf } from '../agent-conversation.ts'
import type { BenchDialect } from '../bench-dialect.ts'
import { question } from '../question.ts'
import type { StreamKind } from '../stream-kind.ts'

export const messagesDialect: BenchDialect = {
  letter: 'm',
  base: '',
  headers: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
  path: () => '/v1/messages',
  agentRequest,
  smallRequest: (model, stream) => ({
    model,
    max_tokens: 256,
    system: question.system,
    messages: [{ role: 'user', content: question.user }],
    ...(stream && { stream }),
  }),
  smallAnswer: () => ({
    id: 'msg_01BenchBenchBenchBenchBench',
    type: 'message',
    role: 'assistant',
    model: 'm-doc',
    content: [{ type: 'text', text: question.answer }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 42, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 24 },
  }),
  stream: messagesEvents,
  streamMarks: ['event: message_stop', 'text_delta'],
}

function agentRequest(): JsonObject {
  const messages: JsonObject[] = [{ role: 'user', content: [{ type: 'text', text: agentTask }] }]
  for (let round = 0; round < agentRounds; round++) {
    messages.push(
      {
        role: 'assistant',
        content: [
          { type: 'text', text: agentRemark(round) },
          ...callsOf(round).map((call) => ({ type: 'tool_use', id: `toolu_${call.id}`, name: call.name, input: call.input })),
        ],
      },
      {
        role: 'user',
        content: callsOf(round).map((call) => ({ type: 'tool_result', tool_use_id: `toolu_${call.id}`, content: call.result })),
      },
    )
  }
  return {
    model: 'm-doc',
    max_tokens: 8192,
    temperature: 0.2,
    system: [{ type: 'text', text: agentSystem }],
    messages,
    tools: agentTools().map((tool) => ({ name: tool.name, description: tool.description, input_schema: tool.schema })),
  }
}

/** Events in Anthropic's form, with their padding against traffic analysis. */
function messagesEvents(kind: StreamKind, pieces: readonly string[]): readonly string[] {
  const events: JsonObject[] = [
    {
      type: 'message_start',
      message: {
        id: 'msg_01BenchBenchBenchBenchBench',
        type: 'message',
        role: 'assistant',
        model: 'm-doc',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 42, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 1 },
      },
    },
    { type: 'content_block_start', index: 0, content_block: openedBlock(kind) },
  ]
  for (const piece of pieces) events.push({ type: 'content_block_delta', index: 0, delta: blockDelta(kind, piece) })
  if (kind === 'reasoning')
    events.push({ type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'c2lnbmF0dXJl' } })
  events.push(
    { type: 'content_block_stop', index: 0 },
    {
      type: 'message_delta',
      delta: { stop_reason: kind === 'arguments' ? 'tool_use' : 'end_turn', stop_sequence: null },
      usage: { output_tokens: pieces.length },
    },
    { type: 'message_stop' },
  )
  return events.map((event, index) => {
    const padding = ' '.repeat((index * 5) % 13)
    return `event: ${String(event['type'])}\ndata: ${JSON.stringify(event).slice(0, -1)}${padding}}\n\n`
  })
}

function openedBlock(kind: StreamKind): JsonObject {
  if (kind === 'text') return { type: 'text', text: '' }
  if (kind === 'reasoning') return { type: 'thinking', thinking: '', signature: '' }
  return { type: 'tool_use', id: 'toolu_01BenchBenchBench', name: 'write_file', input: {} }
}

function blockDelta(kind: StreamKind, piece: string): JsonObject {
  if (kind === 'text') return { type: 'text_delta', text: piece }
  if (kind === 'reasoning') return { type: 'thinking_delta', thinking: piece }
  return { type: 'input_json_delta', partial_json: piece }
}
