import type { JsonObject } from '@interlingua/core'
import { agentRemark, agentRounds, agentSystem, agentTask, agentTools, callsOf } from '../agent-conversation.ts'
import type { BenchDialect } from '../bench-dialect.ts'
import { question } from '../question.ts'
import type { StreamKind } from '../stream-kind.ts'

const id = 'v1_BenchBenchBench'
const created = '2026-11-23T05:00:00Z'

export const interactionsDialect: BenchDialect = {
  letter: 'i',
  base: '',
  headers: (key) => ({ 'x-goog-api-key': key }),
  path: () => '/v1beta/interactions',
  agentRequest,
  smallRequest: (model, stream) => ({
    model,
    store: false,
    stream,
    system_instruction: question.system,
    input: [{ type: 'user_input', content: [{ type: 'text', text: question.user }] }],
    generation_config: { max_output_tokens: 256 },
  }),
  smallAnswer: () => ({
    ...head('completed'),
    steps: [{ type: 'model_output', content: [{ type: 'text', text: question.answer }] }],
    usage: usage(24),
    created,
    updated: created,
  }),
  stream,
  streamMarks: ['"interaction.completed"', '"text"'],
}

function agentRequest(): JsonObject {
  const input: JsonObject[] = [{ type: 'user_input', content: [{ type: 'text', text: agentTask }] }]
  for (let round = 0; round < agentRounds; round++) {
    const calls = callsOf(round)
    input.push(
      { type: 'model_output', content: [{ type: 'text', text: agentRemark(round) }] },
      ...calls.map((call) => ({ type: 'function_call', id: `call_${call.id}`, name: call.name, arguments: call.input })),
      ...calls.map((call) => ({ type: 'function_result', call_id: `call_${call.id}`, name: call.name, result: call.result })),
    )
  }
  return {
    model: 'bench',
    store: false,
    system_instruction: agentSystem,
    input,
    tools: agentTools().map(({ name, description, schema }) => ({ type: 'function', name, description, parameters: schema })),
    generation_config: { max_output_tokens: 8192, temperature: 0.2 },
  }
}

function stream(kind: StreamKind, pieces: readonly string[]): readonly string[] {
  const index = 0
  return [
    event('interaction.created', { interaction: head('in_progress') }),
    event('step.start', { index, step: step(kind) }),
    ...pieces.map((piece) => event('step.delta', { index, delta: delta(kind, piece) })),
    event('step.stop', { index }),
    event('interaction.completed', {
      interaction: {
        ...head(kind === 'arguments' ? 'requires_action' : 'completed'),
        usage: usage(pieces.length),
        created,
        updated: created,
      },
    }),
    'event: done\ndata: [DONE]\n\n',
  ]
}

function step(kind: StreamKind): JsonObject {
  if (kind === 'text') return { type: 'model_output' }
  return kind === 'reasoning' ? { type: 'thought' } : { type: 'function_call', id: 'call_1', name: 'write_file', arguments: {} }
}

function delta(kind: StreamKind, piece: string): JsonObject {
  if (kind === 'text') return { type: 'text', text: piece }
  return kind === 'reasoning'
    ? { type: 'thought_summary', content: { type: 'text', text: piece } }
    : { type: 'arguments_delta', arguments: piece }
}

function head(status: string): JsonObject {
  return { id, object: 'interaction', model: 'i-doc', status }
}

function usage(output: number): JsonObject {
  return {
    total_input_tokens: 42,
    total_cached_tokens: 0,
    total_output_tokens: output,
    total_thought_tokens: 0,
    total_tool_use_tokens: 0,
    total_tokens: 42 + output,
  }
}

function event(type: string, data: JsonObject): string {
  return `event: ${type}\ndata: ${JSON.stringify({ event_type: type, ...data })}\n\n`
}
