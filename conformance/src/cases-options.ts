import { modelProfiles as chatModels } from '@interlingua/chat'
import { findModelProfile } from '@interlingua/core'
import type { ModelProfile } from '@interlingua/core'
import { modelProfiles as responsesModels } from '@interlingua/responses'
import { config, requests, schema, turn, user } from './case-documents.ts'
import type { EquivalenceCase } from './equivalence-case.ts'

const { messages: m, chat: c, responses: r, contents: g } = requests
const format = { name: 'response', strict: true, schema }

/** Context of a channel to a known model. */
function ofModel(profiles: readonly ModelProfile[], name: string): { readonly model: ModelProfile } {
  const model = findModelProfile(profiles, name)
  if (model === undefined) throw new Error(`no profile of ${name}`)
  return { model }
}

/** Cells for request parameters: sections 2.1, 2.5 and 2.6. */
export const optionCases: readonly EquivalenceCase[] = [
  { equivalence: '2.1 model id and output cap', spelled: { messages: m({}), chat: c({}), responses: r({}), contents: g({}) } },
  {
    equivalence: '2.1 temperature from 0 to 1',
    spelled: {
      messages: m({ temperature: 0.5 }),
      chat: c({ temperature: 0.5 }),
      responses: r({ temperature: 0.5 }),
      contents: config({ temperature: 0.5 }),
    },
  },
  {
    equivalence: '2.1 temperature above 1',
    spelled: { chat: c({ temperature: 1.5 }), responses: r({ temperature: 1.5 }), contents: config({ temperature: 1.5 }) },
  },
  {
    equivalence: '2.1 top_p',
    spelled: { messages: m({ top_p: 0.9 }), chat: c({ top_p: 0.9 }), responses: r({ top_p: 0.9 }), contents: config({ topP: 0.9 }) },
  },
  { equivalence: '2.1 top_k', spelled: { messages: m({ top_k: 5 }), contents: config({ topK: 5 }) } },
  {
    equivalence: '2.1 penalties',
    spelled: {
      chat: c({ presence_penalty: 0.5, frequency_penalty: -0.5 }),
      contents: config({ presencePenalty: 0.5, frequencyPenalty: -0.5 }),
    },
  },
  { equivalence: '2.1 seed', spelled: { chat: c({ seed: 7 }), contents: config({ seed: 7 }) } },
  {
    equivalence: '2.1 up to four stop sequences',
    spelled: {
      messages: m({ stop_sequences: ['a', 'b', 'c', 'd'] }),
      chat: c({ stop: ['a', 'b', 'c', 'd'] }),
      contents: config({ stopSequences: ['a', 'b', 'c', 'd'] }),
    },
  },
  {
    equivalence: '2.1 five stop sequences',
    spelled: { messages: m({ stop_sequences: ['a', 'b', 'c', 'd', 'e'] }), contents: config({ stopSequences: ['a', 'b', 'c', 'd', 'e'] }) },
  },
  { equivalence: '2.1 several candidates', spelled: { chat: c({ n: 2 }), contents: config({ candidateCount: 2 }) } },
  {
    equivalence: '2.1 logprobs',
    spelled: {
      chat: c({ logprobs: true, top_logprobs: 2 }),
      responses: r({ top_logprobs: 2, include: ['message.output_text.logprobs'] }),
      contents: config({ responseLogprobs: true, logprobs: 2 }),
    },
  },
  { equivalence: '2.1 verbosity', spelled: { chat: c({ verbosity: 'low' }), responses: r({ text: { verbosity: 'low' } }) } },
  {
    equivalence: '2.1 end-user id',
    spelled: {
      messages: m({ metadata: { user_id: 'user-1' } }),
      chat: c({ safety_identifier: 'user-1' }),
      responses: r({ safety_identifier: 'user-1' }),
    },
  },
  {
    equivalence: '2.1 free metadata',
    spelled: { chat: c({ metadata: { team: 'a' } }), responses: r({ metadata: { team: 'a' } }), contents: g({ labels: { team: 'a' } }) },
    // Vertex takes no labels.
    contexts: { contents: { dialect: { server: 'vertex' } } },
  },
  {
    equivalence: '2.1 service tier auto',
    spelled: { messages: m({ service_tier: 'auto' }), chat: c({ service_tier: 'auto' }), responses: r({ service_tier: 'auto' }) },
  },
  {
    equivalence: '2.1 service tier standard_only is default is standard',
    spelled: {
      messages: m({ service_tier: 'standard_only' }),
      chat: c({ service_tier: 'default' }),
      responses: r({ service_tier: 'default' }),
      contents: g({ serviceTier: 'standard' }),
    },
    // Vertex takes no labels.
    contexts: { contents: { dialect: { server: 'vertex' } } },
  },
  {
    equivalence: '2.1 service tier priority',
    spelled: {
      chat: c({ service_tier: 'priority' }),
      responses: r({ service_tier: 'priority' }),
      contents: g({ serviceTier: 'priority' }),
    },
  },
  {
    equivalence: '2.1 service tier flex',
    spelled: { chat: c({ service_tier: 'flex' }), responses: r({ service_tier: 'flex' }), contents: g({ serviceTier: 'flex' }) },
  },
  {
    equivalence: '2.1 store',
    spelled: { chat: c({ store: true }), responses: r({ store: true }), contents: g({ store: true }) },
  },
  {
    equivalence: '2.1 streaming',
    spelled: {
      messages: m({ stream: true }),
      chat: c({ stream: true, stream_options: { include_usage: true } }),
      responses: r({ stream: true }),
      contents: g({ stream: true }),
    },
  },
  {
    equivalence: '2.5 structured output',
    spelled: {
      messages: m({ output_config: { format: { type: 'json_schema', schema } } }),
      chat: c({ response_format: { type: 'json_schema', json_schema: format } }),
      responses: r({ text: { format: { type: 'json_schema', ...format } } }),
      contents: config({ responseMimeType: 'application/json', responseJsonSchema: schema }),
    },
  },
  {
    equivalence: '2.5 name and description of the structure',
    spelled: {
      chat: c({ response_format: { type: 'json_schema', json_schema: { ...format, name: 'place', description: 'A place.' } } }),
      responses: r({ text: { format: { type: 'json_schema', ...format, name: 'place', description: 'A place.' } } }),
    },
  },
  {
    equivalence: '2.5 free JSON mode',
    spelled: {
      // OpenAI refuses JSON mode if no message speaks of JSON.
      chat: c({ messages: [user('Answer in JSON.')], response_format: { type: 'json_object' } }),
      responses: r({ input: 'Answer in JSON.', text: { format: { type: 'json_object' } } }),
      contents: g({
        contents: [turn('user', { text: 'Answer in JSON.' })],
        generationConfig: { responseMimeType: 'application/json' },
      }),
    },
  },
  {
    equivalence: '2.6 effort of the same name',
    spelled: {
      messages: m({ thinking: { type: 'adaptive' }, output_config: { effort: 'high' } }),
      chat: c({ reasoning_effort: 'high' }),
      responses: r({ reasoning: { effort: 'high' } }),
    },
  },
  {
    equivalence: '2.6 an effort is a level',
    spelled: {
      messages: m({ thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'medium' } }),
      responses: r({ reasoning: { effort: 'medium', summary: 'auto' } }),
      contents: config({ thinkingConfig: { thinkingLevel: 'MEDIUM', includeThoughts: true } }),
    },
  },
  {
    equivalence: '2.6 a budget',
    spelled: {
      messages: m({ max_tokens: 10_000, thinking: { type: 'enabled', budget_tokens: 8192, display: 'summarized' } }),
      contents: config({ maxOutputTokens: 10_000, thinkingConfig: { thinkingBudget: 8192, includeThoughts: true } }),
    },
  },
  {
    equivalence: '2.7 cache key',
    spelled: { chat: c({ prompt_cache_key: 'key' }), responses: r({ prompt_cache_key: 'key' }) },
  },
  {
    equivalence: '2.7 cache retention',
    spelled: { chat: c({ prompt_cache_retention: '24h' }), responses: r({ prompt_cache_retention: '24h' }) },
  },
  {
    // Models before gpt-5.6 refuse both, and unknown ones may.
    equivalence: '2.7 cache mode and lifetime',
    contexts: {
      chat: ofModel(chatModels, 'gpt-5.6'),
      responses: ofModel(responsesModels, 'gpt-5.6'),
    },
    spelled: {
      chat: c({ prompt_cache_options: { mode: 'explicit', ttl: '30m' } }),
      responses: r({ prompt_cache_options: { mode: 'explicit', ttl: '30m' } }),
    },
  },
  {
    equivalence: '2.7 cache marks of one vendor',
    contexts: { chat: { dialect: { cacheMarks: 'prompt_cache_breakpoint' } }, responses: { dialect: { cacheMarks: true } } },
    spelled: {
      chat: c({
        messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello', prompt_cache_breakpoint: { mode: 'explicit', ttl: '12h' } }] }],
      }),
      responses: r({
        input: [
          { role: 'user', content: [{ type: 'input_text', text: 'Hello', prompt_cache_breakpoint: { mode: 'explicit', ttl: '12h' } }] },
        ],
      }),
    },
  },
  {
    equivalence: '2.2 one leading instruction',
    spelled: {
      messages: m({ system: 'Be brief.' }),
      chat: c({
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Hello' },
        ],
      }),
      responses: r({ instructions: 'Be brief.' }),
      contents: g({ systemInstruction: turn('user', { text: 'Be brief.' }) }),
    },
  },
]
