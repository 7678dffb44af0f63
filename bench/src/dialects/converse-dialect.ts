import type { JsonObject } from '@interlingua/core'
import { agentRemark, agentRounds, agentSystem, agentTask, agentTools, callsOf } from '../agent-conversation.ts'
import type { BenchDialect } from '../bench-dialect.ts'
import { question } from '../question.ts'
import type { StreamKind } from '../stream-kind.ts'

export const converseDialect: BenchDialect = {
  letter: 'b',
  base: '',
  headers: (key) => ({ authorization: `Bearer ${key}` }),
  path: (model, stream) => `/model/${model}/${stream ? 'converse-stream' : 'converse'}`,
  agentRequest,
  smallRequest: () => ({
    system: [{ text: question.system }],
    messages: [{ role: 'user', content: [{ text: question.user }] }],
    inferenceConfig: { maxTokens: 256 },
  }),
  smallAnswer: () => ({
    output: { message: { role: 'assistant', content: [{ text: question.answer }] } },
    stopReason: 'end_turn',
    usage: { inputTokens: 42, outputTokens: 24, totalTokens: 66 },
    metrics: { latencyMs: 900 },
  }),
  stream,
  streamMarks: ['"stopReason"', '"text"'],
}

function agentRequest(): JsonObject {
  const messages: JsonObject[] = [{ role: 'user', content: [{ text: agentTask }] }]
  for (let round = 0; round < agentRounds; round++) {
    const calls = callsOf(round)
    messages.push(
      {
        role: 'assistant',
        content: [
          { text: agentRemark(round) },
          ...calls.map(({ id, name, input }) => ({ toolUse: { toolUseId: `tooluse_${id}`, name, input } })),
        ],
      },
      {
        role: 'user',
        content: calls.map(({ id, result }) => ({ toolResult: { toolUseId: `tooluse_${id}`, content: [{ text: result }] } })),
      },
    )
  }
  return {
    system: [{ text: agentSystem }],
    messages,
    toolConfig: {
      tools: agentTools().map(({ name, description, schema }) => ({ toolSpec: { name, description, inputSchema: { json: schema } } })),
    },
    inferenceConfig: { maxTokens: 8192, temperature: 0.2 },
  }
}

/** Events in the text form of the binary framing. */
function stream(kind: StreamKind, pieces: readonly string[]): readonly string[] {
  const contentBlockIndex = 0
  const isCall = kind === 'arguments'
  return [
    event('messageStart', { role: 'assistant' }),
    ...(isCall
      ? [event('contentBlockStart', { contentBlockIndex, start: { toolUse: { toolUseId: 'tooluse_1', name: 'write_file' } } })]
      : []),
    ...pieces.map((piece) => event('contentBlockDelta', { contentBlockIndex, delta: delta(kind, piece) })),
    event('contentBlockStop', { contentBlockIndex }),
    event('messageStop', { stopReason: isCall ? 'tool_use' : 'end_turn' }),
    event('metadata', {
      usage: { inputTokens: 42, outputTokens: pieces.length, totalTokens: 42 + pieces.length },
      metrics: { latencyMs: 900 },
    }),
  ]
}

function delta(kind: StreamKind, piece: string): JsonObject {
  if (kind === 'text') return { text: piece }
  return kind === 'reasoning' ? { reasoningContent: { text: piece } } : { toolUse: { input: piece } }
}

function event(name: string, data: JsonObject): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}
