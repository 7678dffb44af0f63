import type { JsonObject } from '@interlingua/core'
import { agentRemark, agentRounds, agentSystem, agentTask, agentTools, callsOf } from '../agent-conversation.ts'
import type { BenchDialect } from '../bench-dialect.ts'
import { question } from '../question.ts'
import { sampleText } from '../sample-text.ts'
import type { StreamKind } from '../stream-kind.ts'

export const chatDialect: BenchDialect = {
  letter: 'c',
  base: '/v1',
  headers: (key) => ({ authorization: `Bearer ${key}` }),
  path: () => '/v1/chat/completions',
  agentRequest,
  smallRequest: (model, stream) => ({
    model,
    max_completion_tokens: 256,
    messages: [
      { role: 'system', content: question.system },
      { role: 'user', content: question.user },
    ],
    ...(stream && { stream, stream_options: { include_usage: true } }),
  }),
  smallAnswer: () => ({
    id: 'chatcmpl-BenchBenchBenchBenchBench',
    object: 'chat.completion',
    created: 1_790_000_000,
    model: 'c-doc',
    choices: [{ index: 0, message: { role: 'assistant', content: question.answer, refusal: null }, logprobs: null, finish_reason: 'stop' }],
    usage: { prompt_tokens: 42, completion_tokens: 24, total_tokens: 66 },
  }),
  stream: chatEvents,
  streamMarks: ['data: [DONE]', '"content"'],
}

function agentRequest(): JsonObject {
  const messages: JsonObject[] = [
    { role: 'system', content: agentSystem },
    { role: 'user', content: agentTask },
  ]
  for (let round = 0; round < agentRounds; round++) {
    messages.push({
      role: 'assistant',
      content: agentRemark(round),
      tool_calls: callsOf(round).map((call) => ({
        id: `call_${call.id}`,
        type: 'function',
        function: { name: call.name, arguments: JSON.stringify(call.input) },
      })),
    })
    for (const call of callsOf(round)) messages.push({ role: 'tool', tool_call_id: `call_${call.id}`, content: call.result })
  }
  return {
    model: 'c-doc',
    max_completion_tokens: 8192,
    temperature: 0.2,
    messages,
    tools: agentTools().map((tool) => ({
      type: 'function',
      function: { name: tool.name, description: tool.description, parameters: tool.schema },
    })),
  }
}

/** Chunks in OpenAI's form, with their padding against traffic analysis. */
function chatEvents(kind: StreamKind, pieces: readonly string[]): readonly string[] {
  let padding = 0
  const chunk = (delta: JsonObject, finish: string | null): JsonObject => ({
    id: 'chatcmpl-BenchBenchBenchBenchBench',
    object: 'chat.completion.chunk',
    created: 1_790_000_000,
    model: 'c-doc',
    service_tier: 'default',
    system_fingerprint: 'fp_deacdd5f6f',
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    usage: null,
    obfuscation: sampleText(1 + ((padding * 7) % 14), padding++).replace(/\W/g, 'x'),
  })
  const events: JsonObject[] = [chunk({ role: 'assistant', content: '', refusal: null }, null)]
  if (kind === 'arguments') {
    const call = { index: 0, id: 'call_BenchBenchBench', type: 'function', function: { name: 'write_file', arguments: '' } }
    events.push(chunk({ tool_calls: [call] }, null))
  }
  for (const piece of pieces) events.push(chunk(chunkDelta(kind, piece), null))
  events.push(chunk({}, kind === 'arguments' ? 'tool_calls' : 'stop'), {
    ...chunk({}, null),
    choices: [],
    usage: { prompt_tokens: 42, completion_tokens: pieces.length, total_tokens: 42 + pieces.length },
  })
  return [...events.map((event) => `data: ${JSON.stringify(event)}\n\n`), 'data: [DONE]\n\n']
}

function chunkDelta(kind: StreamKind, piece: string): JsonObject {
  if (kind === 'text') return { content: piece }
  if (kind === 'reasoning') return { reasoning_content: piece }
  return { tool_calls: [{ index: 0, function: { arguments: piece } }] }
}
