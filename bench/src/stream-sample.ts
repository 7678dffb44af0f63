import type { JsonObject } from '@interlingua/core'
import type { Dialect } from './agent-request.ts'
import { sampleText } from './sample-text.ts'

export type StreamKind = 'text' | 'arguments' | 'reasoning'

/**
 * The events of one streamed answer, each as the text of one server-sent event. `deltas` of them bear content of `kind`, four to
 * twenty characters each as providers send them; the few events around them open and close the answer.
 */
export function streamSample(dialect: Dialect, kind: StreamKind, deltas: number): readonly string[] {
  const pieces = piecesOf(kind, deltas)
  return dialect === 'messages' ? messagesEvents(kind, pieces) : chatEvents(kind, pieces)
}

function piecesOf(kind: StreamKind, deltas: number): readonly string[] {
  const pieces = Array.from({ length: deltas }, (_, index) => sampleText(4 + ((index * 7) % 17), index))
  if (kind !== 'arguments') return pieces
  // The pieces together must be one JSON object: the decoder of a whole answer reads it.
  return pieces.map((piece, index) => {
    const inner = JSON.stringify(piece).slice(1, -1)
    return index === 0 ? `{"text":"${inner}` : index === deltas - 1 ? `${inner}"}` : inner
  })
}

/** Events as Anthropic sends them, with their padding against traffic analysis. */
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

/** Chunks as OpenAI sends them, with their padding against traffic analysis. */
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
