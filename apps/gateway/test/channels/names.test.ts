import { startScriptedProvider, type ScriptedProvider } from '@interlingua/scripted-provider/http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { parseConfig } from '../../src/index.ts'
import { post } from '../post.ts'
import { startGateway, type RunningGateway } from '../start-gateway.ts'
import { ask, formats, spell, type ClientFormat } from './ask.ts'

let provider: ScriptedProvider
let gateway: RunningGateway
/** Channel and model of each request that came. */
const seen: string[] = []

beforeAll(async () => {
  provider = await startScriptedProvider({
    onRequest: ({ path, headers, body }) => {
      const key = headers['authorization']?.replace('Bearer ', '') ?? headers['x-api-key'] ?? headers['x-goog-api-key'] ?? ''
      const { model = /models\/(.+):/.exec(path)?.[1] } = JSON.parse(body) as { model?: string }
      seen.push(`${key}:${model}`)
    },
  })
  const config = parseConfig(
    `
channels:
  - { name: claude, format: messages, baseUrl: "${provider.url}", apiKey: claude, models: ["claude-*"] }
  - { name: gpt, format: chat, baseUrl: "${provider.url}", apiKey: gpt, models: [gpt-5, gpt-5-mini] }
  - { name: gone, format: contents, baseUrl: "http://127.0.0.1:1", models: ["gemini-*"] }
  - { name: east, format: chat, baseUrl: "${provider.url}", apiKey: east, models: [shared], weight: 1 }
  - { name: west, format: chat, baseUrl: "${provider.url}", apiKey: west, models: [shared], weight: 1 }
routes:
  - { match: sonnet, to: claude-sonnet-4-5 }
  - { match: "claude-haiku-*", to: gpt-5-mini }
  - { match: "gemini-*-flash-lite", to: gpt-5-mini }
  - { match: "gemini-*", fallbacks: [gpt-5] }
  - { match: "azure/*", to: "gpt/*" }
`,
    'file',
  )
  gateway = await startGateway({ ...config, retry: { backoff: 0 } })
})
beforeEach(() => (seen.length = 0))
afterAll(() => provider.close())

test.each<[string, string]>([
  ['sonnet', 'claude:claude-sonnet-4-5'],
  ['claude-opus-5-5', 'claude:claude-opus-5-5'],
  ['claude-haiku-5-5', 'gpt:gpt-5-mini'],
  ['gemini-3.5-flash-lite', 'gpt:gpt-5-mini'],
  ['gemini-3.8-flash', 'gpt:gpt-5'],
  ['gemini-3.1-pro-preview', 'gpt:gpt-5'],
  ['azure/gpt-5', 'gpt:gpt-5'],
  ['gpt/gpt-5', 'gpt:gpt-5'],
])('client 1.9: %s, which nobody chose, is served by %s in every format', async (model, expected) => {
  for (const format of formats)
    for (const stream of [false, true]) {
      const { status, text } = await ask(gateway.url, format, model, stream)
      expect([status, text.includes('Demo provider')]).toEqual([200, true])
    }
  expect(new Set(seen)).toEqual(new Set([expected]))
  expect(seen.length).toBe(8)
})

test('client 1.9: a count goes the way of its model, too', async () => {
  const headers = { 'x-api-key': 'any', 'anthropic-version': '2023-06-01' }
  const body = JSON.stringify({ model: 'sonnet', messages: [{ role: 'user', content: 'Hello' }] })
  const answer = await fetch(`${gateway.url}/v1/messages/count_tokens`, { method: 'POST', headers, body })
  expect([answer.status, seen]).toEqual([200, ['claude:claude-sonnet-4-5']])
})

test('names that routes give outright are in the list of models; a name without a way is refused as one that is not there', async () => {
  const list = (await (await fetch(`${gateway.url}/v1/models`, { headers: { authorization: 'Bearer any' } })).json()) as {
    data: { id: string }[]
  }
  expect(list.data.map(({ id }) => id)).toContain('sonnet')
  for (const format of formats) expect((await ask(gateway.url, format, 'opus', false)).status).toBe(404)
  expect(seen).toEqual([])
})

/** How each client says which conversation a request belongs to. */
const sessions: readonly [string, ClientFormat, (name: string) => { headers?: Record<string, string>; more?: object }][] = [
  ['prompt_cache_key', 'responses', (name) => ({ more: { prompt_cache_key: name } })],
  ['prompt_cache_key', 'chat', (name) => ({ more: { prompt_cache_key: name } })],
  ['metadata.user_id', 'messages', (name) => ({ more: { metadata: { user_id: `{"session_id":"${name}"}` } } })],
  ['x-claude-code-session-id', 'messages', (name) => ({ headers: { 'X-Claude-Code-Session-Id': name } })],
  ['x-session-affinity', 'contents', (name) => ({ headers: { 'x-session-affinity': name } })],
]

test.each(sessions)('what has the same %s (%s) stays at one of several channels', async (_, format, spellSession) => {
  const used = new Set<string>()
  for (let session = 0; session < 12; session++) {
    seen.length = 0
    const { headers = {}, more = {} } = spellSession(`conversation-${session}`)
    for (let turn = 0; turn < 3; turn++) {
      const { path, body } = spell(format, 'shared', false, `turn ${turn}`)
      expect((await post(gateway.url + path, { ...body, ...more }, headers)).status).toBe(200)
    }
    expect(new Set(seen).size).toBe(1)
    used.add(seen[0] ?? '')
  }
  expect(used).toEqual(new Set(['east:shared', 'west:shared']))
})
