import type { JsonObject } from '@interlingua/core'
import { chat, fn, png, round, user } from './fixture.ts'
import type { Case, Fixture } from './fixture.ts'
import type { Vendor } from '../../src/index.ts'

const tools = [fn()] as const
const named = { tools, tool_choice: { type: 'function', function: { name: 'find' } } } as const
const required = { tools, tool_choice: 'required' } as const
const parameters = (schema: JsonObject): JsonObject => ({ tools: [fn({ parameters: schema })] })
const property = (schema: JsonObject): JsonObject =>
  parameters({ type: 'object', properties: { a: schema }, $defs: { A: { type: 'string' } } })
const reasoned = { messages: round({ reasoning_content: 'Hm' }) } as const
const bare = { messages: round() } as const
const mistral = (messages: readonly JsonObject[]): Case => chat('mistral-large-latest', { messages })
const nine = 'abcdefgh1'
const json = { response_format: { type: 'json_object' } } as const
const schema = { response_format: { type: 'json_schema', json_schema: { name: 'a', schema: { type: 'object' } } } } as const
const picture = (url: string): JsonObject => ({ messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }] })
const at = (vendor: Vendor, more: JsonObject = {}, model = 'qwen3-32b'): Case => chat(model, more, { vendor })

/** For each rule of the servers that speak Chat a request that breaks it and a near one that keeps it. */
export const serverFixtures: readonly Fixture[] = [
  ['D-D1', chat('deepseek-v4-pro', required), chat('deepseek-v4-pro', { ...required, thinking: { type: 'disabled' } })],
  ['D-D2', chat('deepseek-v4-pro', bare), chat('deepseek-v4-pro', { messages: round({ reasoning_content: '' }) })],
  ['D-D3', chat('deepseek-chat', schema), chat('deepseek-chat', json)],
  ['D-D4', chat('deepseek-v4-pro', { reasoning_effort: 'medium' }), chat('deepseek-v4-pro', { reasoning_effort: 'high' })],
  ['D-D5', chat('deepseek-v4-pro', { max_tokens: 384_001 }), chat('deepseek-v4-pro', { max_tokens: 384_000 })],
  ['D-M1', mistral([...round({}, nine), user]), mistral([...round({}, nine), { role: 'assistant', content: 'Understood.' }, user])],
  ['D-M2', mistral([user, { role: 'assistant', content: 'Yes' }]), mistral([user, { role: 'assistant', content: 'Yes', prefix: true }])],
  ['D-M3', mistral(round({}, 'call_1234')), mistral(round({}, nine))],
  ['D-M4', chat('mistral-large-latest', { seed: 1 }), chat('mistral-large-latest', { random_seed: 1 })],
  ['D-M5', mistral([user, { role: 'assistant', content: '' }, user]), mistral([user, { role: 'assistant', content: 'Yes' }, user])],
  ['D-G1', at('groq', { messages: [{ ...user, name: 'Ann' }] }), at('groq')],
  ['D-G1', at('groq', { n: 2 }), at('groq', { n: 1 })],
  ['D-G2', at('groq', { messages: round({}, 'a', { content: [{ type: 'text', text: 'Found' }] }) }), at('groq', bare)],
  ['D-G3', at('groq', { reasoning_effort: 'low' }), at('groq', { reasoning_effort: 'low' }, 'openai/gpt-oss-120b')],
  ['D-X1', chat('grok-4.5', { stop: ['x'] }), chat('grok-4-fast-non-reasoning', { stop: ['x'] })],
  ['D-X2', chat('grok-4.5', { reasoning_effort: 'none' }), chat('grok-4.5', { reasoning_effort: 'low' })],
  ['D-X2', chat('grok-4-0709', { reasoning_effort: 'low' }), chat('grok-4.7', { reasoning_effort: 'xhigh' })],
  ['D-X2-4.3', chat('grok-4.3', { reasoning_effort: 'max' }), chat('grok-4.3', { reasoning_effort: 'none' })],
  [
    'D-R1',
    chat('google/gemini-2.5-pro', { reasoning: { enabled: false } }),
    chat('google/gemini-2.5-flash', { reasoning: { enabled: false } }),
  ],
  ['D-R3', chat('openai/o3', { reasoning: { effort: 'low', max_tokens: 10 } }), chat('openai/o3', { reasoning: { effort: 'low' } })],
  [
    'A18',
    chat('anthropic/claude-opus-4.8', parameters({ type: 'object', anyOf: [{}] })),
    chat('x-ai/grok-4.5', parameters({ type: 'object', anyOf: [{}] })),
  ],
  ['A12', chat('anthropic/claude-opus-5.5', required), chat('anthropic/claude-opus-5', required)],
  ['O21', chat('openai/gpt-5.6', parameters({ type: 'string' })), chat('openai/gpt-5.6', parameters({ type: 'object' }))],
  [
    'G16',
    chat('google/gemini-3.5-flash', { tools: [fn({ name: '1st' })] }),
    chat('google/gemini-3.5-flash', { tools: [fn({ name: 'first' })] }),
  ],
  ['D-K1', chat('kimi-k3', { temperature: 0.6 }), chat('kimi-k2.6', { temperature: 0.6, thinking: { type: 'disabled' } })],
  [
    'D-K2',
    chat('kimi-k2.6', { thinking: { type: 'enabled' }, reasoning_effort: 'low' }),
    chat('kimi-k2.6', { thinking: { type: 'enabled' } }),
  ],
  ['D-K3', chat('kimi-k3', { thinking: { type: 'disabled' } }), chat('kimi-k2.6', { thinking: { type: 'disabled' } })],
  ['D-K3', chat('kimi-k3', { reasoning_effort: 'medium' }), chat('kimi-k3', { reasoning_effort: 'high' })],
  ['D-K4', chat('kimi-k3', named), chat('kimi-k3', required)],
  ['D-K4', chat('kimi-k2.6', required), chat('kimi-k2.6', { ...required, thinking: { type: 'disabled' } })],
  ['D-K5', chat('kimi-k3', bare), chat('kimi-k3', reasoned)],
  ['D-K5-stop', chat('kimi-k3', { stop: ['x'.repeat(33)] }), chat('kimi-k3', { stop: ['x'.repeat(32)] })],
  [
    'D-K6',
    chat('kimi-k3', property({ type: 'string', anyOf: [{ type: 'string' }] })),
    chat('kimi-k3', property({ anyOf: [{ type: 'string' }] })),
  ],
  ['D-K6', chat('kimi-k3', property({ $ref: '#/$defs/A', description: 'x' })), chat('kimi-k3', property({ $ref: '#/$defs/A' }))],
  ['D-K6', chat('kimi-k3', property({ description: 'x' })), chat('kimi-k3', property({ type: 'string', description: 'x' }))],
  ['D-Q1', chat('qwen3-32b', { enable_thinking: true }), chat('qwen3-32b', { enable_thinking: true, stream: true })],
  ['D-Q2', chat('qwen3-max', { ...required, enable_thinking: true }), chat('qwen3-max', { ...required, enable_thinking: false })],
  ['D-Q3', chat('qwen3-max', json), chat('qwen3-max', { ...json, messages: [{ role: 'user', content: 'As json' }] })],
  ['D-Z1', chat('glm-4.7', required), chat('glm-4.7', { tools, tool_choice: 'auto' })],
  ['D-Z2', chat('glm-4.7', { stop: ['a', 'b'] }), chat('glm-4.7', { stop: ['a'] })],
  ['D-Z2', chat('glm-4.7', picture(`data:image/png;base64,${png}`)), chat('glm-4.6v', picture(`data:image/png;base64,${png}`))],
  ['D-N1', chat('minimax-m2', { temperature: 0 }), chat('minimax-m2', { temperature: 1 })],
  [
    'D-V2',
    at('vllm', { messages: [user, { role: 'system', content: 'Hi' }] }),
    at('vllm', { messages: [{ role: 'system', content: 'Hi' }, user] }),
  ],
  [
    'D-V2-alternate',
    chat('qwen3-32b', { messages: [user, user] }, { vendor: 'vllm', inferred: ['D-V2-alternate'] }),
    chat('qwen3-32b', { messages: [user, { role: 'assistant', content: 'Yes' }, user] }, { vendor: 'vllm', inferred: ['D-V2-alternate'] }),
  ],
  [
    'D-L1',
    at('llamacpp', { messages: round({}, 'a', { content: [{ type: 'image_url', image_url: { url: 'a' } }] }) }),
    at('llamacpp', bare),
  ],
  ['D-O1', at('ollama', picture('https://example.com/a.png')), at('ollama', picture(`data:image/png;base64,${png}`))],
  ['D-S1', at('lmstudio', named), at('lmstudio', required)],
  ['D-S1', at('lmstudio', json), at('lmstudio', schema)],
  ['D-C1', at('cerebras', { presence_penalty: 0 }), at('cerebras', { top_p: 1 })],
  ['D-C1', at('cerebras', { tools: [fn({ strict: true }), fn({ name: 'b' })] }), at('cerebras', { tools: [fn(), fn({ name: 'b' })] })],
]
