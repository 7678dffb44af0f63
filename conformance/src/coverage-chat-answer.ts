import type { JsonObject } from '@interlingua/core'
import type { CoverageGroup } from './coverage-group.ts'

const answer: JsonObject = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_767_225_600,
  model: 'gpt-4o',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi.', refusal: null }, logprobs: null, finish_reason: 'stop' }],
  usage: { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 },
}

/** Optional fields of a Chat Completions response. */
export const chatAnswerCoverage: readonly CoverageGroup[] = [
  {
    of: 'ChatCompletion',
    base: answer,
    at: '',
    required: ['id', 'object', 'created', 'model', 'choices', 'usage'],
    fields: { metadata: { k: 'v' }, moderation: { input: { flagged: false } }, service_tier: 'flex', system_fingerprint: 'fp_1' },
  },
  {
    of: 'ChatCompletionMessage',
    base: answer,
    at: '/choices/0/message',
    required: ['role', 'content'],
    fields: {
      refusal: 'No.',
      annotations: [{ type: 'url_citation', url_citation: { url: 'https://example.com', title: 'A', start_index: 0, end_index: 2 } }],
      audio: { id: 'audio_1', data: 'UklGRg==', expires_at: 1_767_229_200, transcript: 'Hi.' },
      function_call: { name: 'f', arguments: '{}' },
      tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } }],
      reasoning_content: 'Hm.',
      reasoning: 'Hm.',
    },
  },
  {
    base: answer,
    at: '/choices/0',
    required: [],
    fields: {
      finish_reason: 'length',
      logprobs: { content: [{ token: 'Hi', bytes: [72], logprob: -0.1, top_logprobs: [] }], refusal: null },
      content_filter_results: { hate: { filtered: false } },
    },
  },
  {
    base: answer,
    at: '/usage',
    required: [],
    fields: {
      prompt_tokens_details: { cached_tokens: 10, cache_write_tokens: 5, audio_tokens: 1, image_tokens: 1, text_tokens: 1 },
      completion_tokens_details: {
        reasoning_tokens: 10,
        accepted_prediction_tokens: 1,
        rejected_prediction_tokens: 1,
        audio_tokens: 1,
        text_tokens: 1,
      },
      cost: 0.1,
    },
  },
  ...['cached_tokens', 'cache_write_tokens', 'audio_tokens', 'image_tokens', 'text_tokens'].map((key): CoverageGroup => ({
    base: answer,
    at: '/usage/prompt_tokens_details',
    required: [],
    fields: { [key]: 7 },
  })),
  ...['reasoning_tokens', 'accepted_prediction_tokens', 'rejected_prediction_tokens', 'audio_tokens', 'text_tokens'].map(
    (key): CoverageGroup => ({ base: answer, at: '/usage/completion_tokens_details', required: [], fields: { [key]: 7 } }),
  ),
]
