import type { JsonObject } from '@interlingua/core'
import type { Dialect } from './agent-request.ts'

/** The whole document with which a provider answers `smallRequest`. */
export function smallAnswer(dialect: Dialect): JsonObject {
  const text = 'Jupiter has the shortest day of all the planets: it turns once in a little less than ten hours.'
  return dialect === 'messages'
    ? {
        id: 'msg_01BenchBenchBenchBenchBench',
        type: 'message',
        role: 'assistant',
        model: 'm-doc',
        content: [{ type: 'text', text }],
        stop_reason: 'end_turn',
        stop_sequence: null,
        usage: { input_tokens: 42, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 24 },
      }
    : {
        id: 'chatcmpl-BenchBenchBenchBenchBench',
        object: 'chat.completion',
        created: 1_790_000_000,
        model: 'c-doc',
        choices: [{ index: 0, message: { role: 'assistant', content: text, refusal: null }, logprobs: null, finish_reason: 'stop' }],
        usage: { prompt_tokens: 42, completion_tokens: 24, total_tokens: 66 },
      }
}
