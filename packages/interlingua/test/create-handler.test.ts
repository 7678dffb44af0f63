import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startScriptedProvider } from '@interlingua/scripted-provider/http'
import { expect, test } from 'vitest'
import { atEnd } from '../../../tools/at-end.ts'
import { anthropic, gemini, openaiChat, openaiResponses } from '../src/all.ts'
import { createHandler } from '../src/index.ts'
import { toNodeMiddleware } from '../src/node.ts'
import { asks } from './pairs.ts'

const provider = await startScriptedProvider()
atEnd(() => provider.close())
const upstream = { to: anthropic, baseURL: provider.url, apiKey: 'k' }
const handler = createHandler({
  from: [anthropic, openaiChat, openaiResponses, gemini],
  upstreams: { default: upstream, 'gpt-*': { ...upstream, model: 'renamed' } },
})

test.each(Object.keys(asks))('%s is known by its path', async (name) => {
  const response = await handler(asks[name]?.('[demo:say "Hello you"]') ?? new Request('https://host'))
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('Hello you')
})

test('an unknown path is answered in the format that its client most probably speaks', async () => {
  const headers = { 'anthropic-version': '2023-06-01' }
  const response = await handler(new Request('https://host/v1/files', { method: 'POST', headers }))
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({
    type: 'error',
    error: { message: expect.stringMatching(/^POST \/v1\/files is not translated/) },
  })
})

test('the name of the asked model chooses the upstream', async () => {
  const answer = async (model: string): Promise<unknown> =>
    (await handler(asks['openaiChat']?.('Hi', { more: { model } }) ?? new Request('x:'))).json()
  expect(await answer('gpt-5')).toMatchObject({ model: 'renamed' })
  expect(await answer('other')).toMatchObject({ model: 'other' })
  const only = createHandler({ from: openaiChat, upstreams: ({ model, format }) => (model === format ? upstream : undefined) })
  expect((await only(asks['openaiChat']?.('Hi', { more: { model: 'chat' } }) ?? new Request('x:'))).status).toBe(200)
  const unknown = await only(asks['openaiChat']?.('Hi') ?? new Request('x:'))
  expect(unknown.status).toBe(404)
  expect(await unknown.json()).toMatchObject({ error: { message: expect.stringMatching(/any-model is not served here/) } })
})

test('who may not ask is told so, and nothing is sent', async () => {
  const before = provider.stats().requests
  const guarded = createHandler({
    from: openaiChat,
    upstreams: { default: upstream },
    authenticate: ({ headers }) => headers.get('x-key') === 's',
  })
  const refused = await guarded(asks['openaiChat']?.('Hi') ?? new Request('x:'))
  expect(refused.status).toBe(401)
  expect(provider.stats().requests).toBe(before)
  const allowed = asks['openaiChat']?.('Hi') ?? new Request('x:')
  allowed.headers.set('x-key', 's')
  expect((await guarded(allowed)).status).toBe(200)
})

test("the upstream's refusal of this server's key is not taken for one of the client's", async () => {
  const keyless = createHandler({ from: openaiChat, upstreams: { default: { to: anthropic, baseURL: provider.url } } })
  const response = await keyless(asks['openaiChat']?.('Hi') ?? new Request('x:'))
  expect(response.status).toBe(502)
  expect(await response.json()).toMatchObject({ error: { message: expect.stringMatching(/own credentials/) } })
})

test('an upstream that cannot be reached is a 502, and a body that is too large a 413', async () => {
  const errors: unknown[] = []
  const gone = createHandler({
    from: openaiChat,
    upstreams: { default: { ...upstream, baseURL: 'http://127.0.0.1:9' } },
    onError: (error) => errors.push(error),
  })
  expect((await gone(asks['openaiChat']?.('Hi') ?? new Request('x:'))).status).toBe(502)
  expect(errors).toEqual([expect.any(TypeError)])
  const small = createHandler({ from: openaiChat, upstreams: { default: upstream }, maxBytes: 20 })
  expect((await small(asks['openaiChat']?.('Hi') ?? new Request('x:'))).status).toBe(413)
})

test('a mistake in the options is told before the first request', () => {
  expect(() => createHandler({ from: [], upstreams: {} })).toThrow(/from: give at least one format/)
  expect(() => createHandler({ from: anthropic, upstreams: { default: { to: anthropic, dialect: { versoin: '1' } } } })).toThrow(/versoin/)
})

test('node:http serves a handler, streams and clients that leave among it', async () => {
  const server = createServer((request, response) => void toNodeMiddleware(handler)(request, response)).listen(0, '127.0.0.1')
  atEnd(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  const send = (prompt: string, signal?: AbortSignal): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: prompt }] }),
      signal: signal ?? null,
    })
  expect(await (await send('[demo:say "Hello you"]')).text()).toContain('[DONE]')

  const before = provider.stats().abandoned
  const left = new AbortController()
  const response = await send('[demo:slow 50ms] [demo:words 500]', left.signal)
  await response.body?.getReader().read()
  left.abort()
  await expect.poll(() => provider.stats().abandoned).toBe(before + 1)
})

test('a body that a parser has read already is used', async () => {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      Object.assign(request, { body: JSON.parse(Buffer.concat(chunks).toString()), originalUrl: `/v1${request.url}` })
      void toNodeMiddleware(handler)(request, response)
    })
  }).listen(0, '127.0.0.1')
  atEnd(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hi' }] })
  const response = await fetch(`http://127.0.0.1:${port}/chat/completions`, { method: 'POST', body })
  expect(await response.json()).toMatchObject({ object: 'chat.completion' })
})
