import Anthropic from '@anthropic-ai/sdk'
import type { JsonObject } from '@interlingua/core'
import { type SeenRequest, startScriptedProvider } from '@interlingua/scripted-provider/http'
import OpenAI from 'openai'
import { beforeEach, expect, test } from 'vitest'
import type { GatewayConfig } from '../../src/index.ts'
import { atEnd } from '../at-end.ts'
import { startGateway } from '../start-gateway.ts'
import { tempFolder } from '../temp-folder.ts'

const seen: SeenRequest[] = []
const provider = await startScriptedProvider({ onRequest: (request) => void seen.push(request) })
atEnd(() => provider.close())
const vendor = { baseUrl: provider.url, apiKey: 'scripted-secret' }
const channels: GatewayConfig['channels'] = [
  { ...vendor, name: 'openai', format: 'responses', models: ['gpt-4.1', 'gpt-5.4', 'gpt-5.6-sol'] },
  { ...vendor, name: 'openai-chat', format: 'chat', models: ['gpt-4o'] },
  { ...vendor, name: 'xai', format: 'chat', dialect: 'xai', models: ['grok-4.5'] },
  { ...vendor, name: 'unknown', format: 'chat', dialect: 'vllm', models: ['qwen'] },
  { ...vendor, name: 'as-asked', format: 'responses', models: ['asked/*'], cache: 'client' },
  {
    ...vendor,
    name: 'claude-off',
    format: 'messages',
    models: [{ name: 'off', upstream: 'claude-sonnet-4-5' }, 'claude-off'],
    cache: 'off',
  },
  { ...vendor, name: 'responses-off', format: 'responses', models: [{ name: 'sol-off', upstream: 'gpt-5.6-sol' }], cache: 'off' },
]
const dataDir = tempFolder('cache-settings')
const gateway = await startGateway({ channels, dataDir })
const other = await startGateway({ channels, dataDir })
const anthropic = new Anthropic({ baseURL: gateway.url, apiKey: 'any', maxRetries: 0 })
const openai = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: 'any', maxRetries: 0 })

beforeEach(() => {
  seen.length = 0
})

function last(): { readonly body: JsonObject; readonly headers: SeenRequest['headers']; readonly bytes: string } {
  const request = seen.at(-1)
  if (request === undefined) throw new Error('no request came')
  return { body: JSON.parse(request.body) as JsonObject, headers: request.headers, bytes: request.body } // a body that the gateway sends is an object
}

const conversation = ['Where is Oslo?', 'And Bergen?', 'And Tromsø?']

/** Keys that an upstream gets in a conversation of a client of Anthropic that grows by a question each time. */
async function keysOf(
  model: string,
  headers: Record<string, string>,
  client = anthropic,
  first = conversation[0],
): Promise<readonly unknown[]> {
  const messages: Anthropic.MessageParam[] = []
  const keys: unknown[] = []
  for (const question of [first ?? '', ...conversation.slice(1)]) {
    messages.push({ role: 'user', content: question })
    const { data, response } = await client.messages.create({ model, max_tokens: 100, messages }, { headers }).withResponse()
    keys.push(last().body['prompt_cache_key'] ?? last().headers['x-grok-conv-id'])
    if (keys.at(-1) !== undefined) expect(response.headers.get('interlingua-notices')).toContain('gateway/cache-key-added')
    messages.push({
      role: 'assistant',
      content: data.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('') || 'Well.',
    })
  }
  return keys
}

test.each(['gpt-4.1', 'gpt-5.4', 'gpt-4o', 'grok-4.5'])(
  '%s, which routes by keys, gets one key for each conversation, with no trace of what named it',
  async (model) => {
    const session = { 'x-session-id': 'erika@example.org' }
    const [key, ...more] = await keysOf(model, session)
    expect(key).toMatch(/^il_[0-9a-f]{40}$/)
    expect(new Set(more)).toEqual(new Set([key]))
    expect(seen.map(({ body }) => body).join('')).not.toContain('erika')
    // Another gateway of the same upstream has the same key.
    expect((await keysOf(model, session, new Anthropic({ baseURL: other.url, apiKey: 'any', maxRetries: 0 })))[0]).toBe(key)
    expect((await keysOf(model, { 'x-session-id': 'otto@example.org' }))[0]).not.toBe(key)
  },
)

test('a client that names no conversation has one key while its first message stays', async () => {
  const keys = await keysOf('gpt-4.1', {})
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).toMatch(/^il_/)
  expect((await keysOf('gpt-4.1', {}, anthropic, 'What is a fjord?'))[0]).not.toBe(keys[0])
})

test("models whose vendor needs no key get none, and neither do unknown servers and channels that send the client's alone", async () => {
  for (const model of ['gpt-5.6-sol', 'qwen', 'asked/gpt-4.1'])
    expect(await keysOf(model, { 'x-session-id': 's' })).toEqual([undefined, undefined, undefined])
})

test("a client's own key goes as it is, and bytes of the upstream's format pass", async () => {
  await openai.chat.completions.create({ model: 'gpt-4.1', messages: [{ role: 'user', content: 'Hello' }], prompt_cache_key: 'mine' })
  expect(last().body['prompt_cache_key']).toBe('mine')
  const bytes = '{ "model":"gpt-4.1",  "input":"Hello" }'
  await fetch(`${gateway.url}/v1/responses`, {
    method: 'POST',
    headers: { authorization: 'Bearer any', 'content-type': 'application/json', 'x-session-id': 's' },
    body: bytes,
  })
  expect(last().bytes).toBe(bytes)
})

test('without caching a client of the same format loses its marks, with a notice, and what has none passes byte for byte', async () => {
  const marked = { type: 'text', text: 'Hello', cache_control: { type: 'ephemeral' } } as const
  const { response } = await anthropic.messages
    .create({ model: 'claude-off', max_tokens: 100, messages: [{ role: 'user', content: [marked] }] })
    .withResponse()
  expect(last().bytes).not.toContain('cache_control')
  expect(response.headers.get('interlingua-notices')).toContain('messages/cache-off')
  const bytes = '{ "model":"claude-off","max_tokens":100,  "messages":[{"role":"user","content":"Hello"}]}'
  await fetch(`${gateway.url}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': 'any', 'anthropic-version': '2023-06-01', 'content-type': 'application/json' },
    body: bytes,
  })
  expect(last().bytes).toBe(bytes)
})

test('without caching no marks are added, and a model that caches unasked is asked not to', async () => {
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: 'system', content: 'The rules of this house. '.repeat(200) },
    { role: 'user', content: 'Hello' },
  ]
  const tools: OpenAI.ChatCompletionTool[] = [{ type: 'function', function: { name: 'look' } }]
  await openai.chat.completions.create({ model: 'off', messages, tools, prompt_cache_key: 'mine' })
  expect(last().bytes).not.toMatch(/cache/)
  await openai.chat.completions.create({ model: 'sol-off', messages, tools, prompt_cache_key: 'mine' })
  expect(last().body['prompt_cache_options']).toEqual({ mode: 'explicit' })
  expect(last().body['prompt_cache_key']).toBeUndefined()
})
