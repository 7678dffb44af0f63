import type { JsonObject } from '@interlingua/core'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { parseConfig } from '../src/config/read-config.ts'
import { post } from './post.ts'
import { startGateway, type RunningGateway } from './start-gateway.ts'
import { startUpstream, type RunningUpstream } from './start-upstream.ts'

let upstream: RunningUpstream
let gateway: RunningGateway
const defaults = { temperature: 0.25, topP: 0.5, maxTokens: 77, reasoningEffort: 'low' } as const

beforeAll(async () => {
  upstream = await startUpstream()
  const channel = (format: string): object => ({
    name: format,
    format,
    baseUrl: upstream.url,
    models: [{ name: `${format}-model`, defaults }, 'plain'],
  })
  gateway = await startGateway({ channels: ['messages', 'responses', 'chat', 'contents'].map(channel) as never })
  upstream.answer = (response) => void response.writeHead(500).end()
})

afterEach(() => {
  delete process.env['ADDRESS_OF_A_TEST']
})

/** Body that the upstream got for a request of a client. */
async function sentFor(path: string, body: JsonObject): Promise<JsonObject> {
  await post(`${gateway.url}${path}`, body)
  return JSON.parse(upstream.seen.at(-1)?.body.toString() ?? '') as JsonObject // the gateway sends an object
}

const question = [{ role: 'user', content: 'hi' }]

test.each([
  ['messages', { max_tokens: 77, temperature: 0.25 }],
  ['responses', { max_output_tokens: 77, temperature: 0.25, top_p: 0.5, reasoning: { effort: 'low' } }],
  ['chat', { temperature: 0.25, top_p: 0.5, reasoning_effort: 'low' }],
  ['contents', { generationConfig: { maxOutputTokens: 77, temperature: 0.25, topP: 0.5 } }],
])('a request that says nothing gets what the operator set for its model: %s', async (format, expected) => {
  for (const path of ['/v1/chat/completions', '/v1/responses'])
    expect(
      await sentFor(path, { model: `${format}-model`, ...(path === '/v1/responses' ? { input: 'hi' } : { messages: question }) }),
    ).toMatchObject(expected)
})

test('what the client says wins, also its word on reasoning, and a client of the same format gets defaults as well', async () => {
  const said = await sentFor('/v1/chat/completions', {
    model: 'chat-model',
    messages: question,
    temperature: 1,
    max_completion_tokens: 5,
    reasoning_effort: 'high',
  })
  expect(said).toMatchObject({ temperature: 1, top_p: 0.5, reasoning_effort: 'high' })
  expect(Object.values(said)).not.toContain(77)
  const off = await sentFor('/v1/messages', { model: 'chat-model', max_tokens: 9, messages: question, thinking: { type: 'disabled' } })
  expect(off['reasoning_effort']).not.toBe('low')
  expect(await sentFor('/v1/chat/completions', { model: 'plain', messages: question })).not.toHaveProperty('temperature')
})

test('each default is told by a notice, and explained without a call', async () => {
  const answer = await post(`${gateway.url}/v1/translate?from=chat&to=contents&model=contents-model`, {
    messages: question,
    temperature: 1,
  })
  const { notices, request } = (await answer.json()) as { notices: { code: string; path: string }[]; request: { body: JsonObject } } // the answer of /v1/translate
  expect(notices.filter(({ code }) => code === 'gateway/defaults-added').map(({ path }) => path)).toEqual([
    '/sampling/topP',
    '/output/maxTokens',
    '/reasoning/effort',
  ])
  expect(request.body).toMatchObject({ generationConfig: { temperature: 1, topP: 0.5, maxOutputTokens: 77 } })
})

const file = 'channels:\n  - { name: a, format: chat, baseUrlEnv: ADDRESS_OF_A_TEST, models: [m] }\n'

test('an address may stand in the environment; one with credentials is refused without being quoted', () => {
  process.env['ADDRESS_OF_A_TEST'] = 'http://127.0.0.1:1/v1'
  expect(parseConfig(file, 'f').channels[0]?.baseUrl).toBe('http://127.0.0.1:1/v1')
  for (const wrong of ['http://user:hidden@127.0.0.1:1/v1', 'hidden', 'ftp://hidden']) {
    process.env['ADDRESS_OF_A_TEST'] = wrong
    expect(() => parseConfig(file, 'f')).toThrow(
      /^f:2:30: channels\[0\]\.baseUrlEnv: the environment variable ADDRESS_OF_A_TEST must hold an address/,
    )
    expect(() => parseConfig(file, 'f')).not.toThrow(/hidden/)
  }
})

test('a channel that is left out needs no address yet', () => {
  expect(parseConfig(file.replace('models', 'disabled: true, models'), 'f').channels).toHaveLength(1)
  expect(() => parseConfig(file, 'f')).toThrow('is not set')
})
