import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startScriptedProvider, type SeenRequest } from '@interlingua/scripted-provider/http'
import { expect, test } from 'vitest'
import { atEnd } from '../../../tools/at-end.ts'
import { anthropic, gemini, openaiChat, openaiResponses } from '../src/all.ts'
import { createTranslatingFetch, type Finished } from '../src/index.ts'
import { asks, formats } from './pairs.ts'

const seen: SeenRequest[] = []
const provider = await startScriptedProvider({ onRequest: (request) => void seen.push(request) })
atEnd(() => provider.close())

const pairs = Object.keys(formats).flatMap((from) => Object.keys(formats).map((to) => [from, to] as const))

function fetchFor(from: string, to: string, finished: Finished[] = []): typeof fetch {
  const [client, upstream] = [formats[from], formats[to]]
  const ask = asks[from]
  if (client === undefined || upstream === undefined || ask === undefined) throw new Error('an unknown format')
  return createTranslatingFetch({
    from: client,
    to: upstream,
    baseURL: provider.url,
    apiKey: 'the-key',
    model: 'demo',
    onFinish: (end) => finished.push(end),
  })
}
const ask = (from: string, prompt: string, options: object = {}): Request => {
  const make = asks[from]
  if (make === undefined) throw new Error('an unknown format')
  return make(prompt, options)
}

test.each(pairs)('%s is answered by %s', async (from, to) => {
  const finished: Finished[] = []
  const response = await fetchFor(from, to, finished)(ask(from, '[demo:say "Hello you"]'))
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('Hello you')
  expect(finished).toMatchObject([{ outcome: 'completed', status: 200, usage: { input: { total: expect.any(Number) } } }])
  expect(JSON.stringify(seen.at(-1)?.headers)).toContain('the-key')
})

test.each(pairs)('%s has a stream by %s', async (from, to) => {
  const finished: Finished[] = []
  const response = await fetchFor(from, to, finished)(ask(from, '[demo:say "Hello you"]', { stream: true }))
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  expect((await response.text()).replaceAll(/[^]*?"(?:text|content|delta)": ?"((?:[^"\\]|\\.)*)"/g, '$1')).toContain('Hello you')
  expect(finished).toMatchObject([{ outcome: 'completed', status: 200, usage: {} }])
})

test.each(pairs)('%s knows an error of %s as its own', async (from, to) => {
  const finished: Finished[] = []
  const response = await fetchFor(from, to, finished)(ask(from, '[demo:rate-limit retry-after=7]'))
  expect(response.status).toBe(429)
  expect(response.headers.get('retry-after')).toBe('7')
  expect(await response.json()).toHaveProperty('error.message')
  expect(finished).toMatchObject([{ outcome: 'rate-limit', status: 429 }])
})

test.each(pairs)('%s knows a stream of %s that breaks', async (from, to) => {
  const finished: Finished[] = []
  const response = await fetchFor(from, to, finished)(ask(from, '[demo:cut] [demo:words 200]', { stream: true }))
  expect(response.status).toBe(200)
  const texts: string[] = []
  const read = async (): Promise<void> => {
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) texts.push(text)
  }
  // Clients of two formats skip error events, so that their connection breaks.
  if (formats[from]?.client.stream.breaksOnFailure) await expect(read()).rejects.toThrow()
  else await read()
  expect(texts.join('')).toContain('error')
  expect(finished).toMatchObject([{ status: 200 }])
  expect(finished[0]?.outcome).not.toBe('completed')
})

test.each(pairs)('%s gets a 502 where %s sends HTML', async (from, to) => {
  const response = await fetchFor(from, to)(ask(from, '[demo:html-502]'))
  expect(response.status).toBe(502)
  expect(await response.json()).toHaveProperty('error.message')
})

test('a document that is no JSON is a 502', async () => {
  const html = createTranslatingFetch({
    from: openaiChat,
    to: anthropic,
    fetch: async () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
  })
  for (const stream of [false, true]) {
    const response = await html(ask('openaiChat', 'Hi', { stream }))
    expect(response.status).toBe(502)
    expect(await response.json()).toMatchObject({ error: { message: expect.stringMatching(/answered with/) } })
  }
})

test('what a format does not have at the path of a request is a 404 that says so, in the dialect of the client', async () => {
  const call = fetchFor('anthropic', 'openaiChat')
  const response = await call('https://api.anthropic.com/v1/messages/batches', { method: 'POST', body: '{}' })
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({
    type: 'error',
    error: {
      type: 'not_found_error',
      message: 'POST /v1/messages/batches is not translated. Translated are POST /v1/messages, POST /v1/messages/count_tokens.',
    },
  })
})

test('tokens are counted where both formats can', async () => {
  const count = { method: 'POST', body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Good morning!' }] }) }
  const url = 'https://api.anthropic.com/v1/messages/count_tokens'
  const headers = { 'anthropic-version': '2023-06-01' }
  const counted = await fetchFor('anthropic', 'gemini')(url, { ...count, headers })
  expect(await counted.json()).toEqual({ input_tokens: expect.any(Number) })
  expect((await fetchFor('anthropic', 'openaiChat')(url, { ...count, headers })).status).toBe(404)
})

test.each(['rejectDropped', 'rejectAny'] as const)('losses: %s refuses before anything is sent', async (losses) => {
  const before = seen.length
  const strict = createTranslatingFetch({ from: anthropic, to: openaiChat, baseURL: provider.url, losses })
  const response = await strict(ask('anthropic', 'Hi', { more: { top_k: 5 } }))
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: { message: expect.stringMatching(/top_k/) } })
  expect(seen.length).toBe(before)
})

test('a loss that is allowed is told, and one that is overridden is refused', async () => {
  const codes: string[] = []
  const base = {
    from: anthropic,
    to: openaiChat,
    baseURL: provider.url,
    apiKey: 'k',
    onNotice: ({ code }: { code: string }) => codes.push(code),
  }
  expect((await createTranslatingFetch(base)(ask('anthropic', 'Hi', { more: { top_k: 5 } }))).status).toBe(200)
  expect(codes).toContain('chat/top-k')
  const strict = createTranslatingFetch({ ...base, losses: { overrides: { 'any/top-k': 'reject' } } })
  expect((await strict(ask('anthropic', 'Hi', { more: { top_k: 5 } }))).status).toBe(400)
})

test('the facts about models are used without being asked for', async () => {
  const call = createTranslatingFetch({
    from: anthropic,
    to: openaiChat,
    baseURL: provider.url,
    apiKey: 'k',
    model: { 'any-model': 'gpt-5' },
  })
  await call(ask('anthropic', 'Hi', { more: { temperature: 0.3 } }))
  const body: unknown = JSON.parse(seen.at(-1)?.body ?? '')
  expect(body).toMatchObject({ model: 'gpt-5', max_completion_tokens: 200 })
  expect(body).not.toHaveProperty('temperature')
})

test('a dialect is found by its host, and a setting that there is not is refused', () => {
  const options = { from: anthropic, to: openaiChat }
  expect(() => createTranslatingFetch({ ...options, baseURL: 'https://api.groq.com/openai/v1' })).not.toThrow()
  // @ts-expect-error: the setting is misspelt
  expect(() => createTranslatingFetch({ ...options, dialect: { maxTokenField: 'max_tokens' } })).toThrow(
    /maxTokenField: there is no such setting/,
  )
  // @ts-expect-error: there is no such preset
  expect(() => createTranslatingFetch({ ...options, dialect: 'grok' })).toThrow(/there is no preset grok; chat has openai, azure/)
})

test('the dialect of a host is sent', async () => {
  const bodies: string[] = []
  const call = createTranslatingFetch({
    from: anthropic,
    to: openaiChat,
    baseURL: 'https://api.mistral.ai/v1',
    fetch: async (_url, init) => {
      bodies.push(String(init?.body))
      return Response.json({ choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }] })
    },
  })
  await call(ask('anthropic', 'Hi'))
  expect(JSON.parse(bodies[0] ?? '')).toMatchObject({ max_tokens: 200 })
})

test('media by address are refused by their field, or fetched', async () => {
  const image = {
    contents: [
      { role: 'user', parts: [{ text: 'What is it?' }, { fileData: { fileUri: 'https://host.example/a.png', mimeType: 'image/png' } }] },
    ],
  }
  const bodies: string[] = []
  const send: typeof fetch = async (url, init) => {
    if (String(url).startsWith('https://host.example/'))
      return new Response(new Uint8Array([1, 2, 3]), { headers: { 'content-type': 'image/png' } })
    bodies.push(String(init?.body))
    return Response.json({ choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }] })
  }
  const options = { from: gemini, to: openaiChat, dialect: { imageUrls: false }, fetch: send } as const
  const refused = await createTranslatingFetch(options)(ask('gemini', '', { more: image }))
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('contents[0].parts[1]')
  expect((await createTranslatingFetch({ ...options, media: 'fetch' })(ask('gemini', '', { more: image }))).status).toBe(200)
  expect(bodies[0]).toContain('data:image/png;base64,AQID')
})

test('a file behind a redirect is not fetched, since nobody allowed its address', async () => {
  const paths: string[] = []
  const server = createServer(({ url = '' }, response) => {
    paths.push(url)
    response.writeHead(302, { location: '/inside.png' }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a listening TCP server has one
  const fileUri = `http://127.0.0.1:${port}/a.png`
  const more = { contents: [{ role: 'user', parts: [{ fileData: { fileUri, mimeType: 'image/png' } }] }] }
  const media = { allow: () => true }
  const answer = await createTranslatingFetch({ from: gemini, to: openaiChat, dialect: { imageUrls: false }, media })(
    ask('gemini', '', { more }),
  )
  server.close()
  expect([answer.status, paths]).toEqual([400, ['/a.png']])
  expect(await answer.text()).toMatch(/contents\[0\]\.parts\[0\].*status 302/)
})

test('a client that leaves ends the call', async () => {
  const before = provider.stats().abandoned
  const left = new AbortController()
  const finished: Finished[] = []
  const request = new Request(ask('openaiChat', '[demo:slow 50ms] [demo:words 500]', { stream: true }), { signal: left.signal })
  const response = await fetchFor('openaiChat', 'anthropic', finished)(request)
  const reader = response.body?.getReader()
  await reader?.read()
  left.abort()
  await expect(reader?.read()).rejects.toThrow(/abort/i)
  await expect.poll(() => provider.stats().abandoned).toBe(before + 1)
  expect(finished).toMatchObject([{ outcome: 'cancelled' }])
})

test('a connection that cannot be made is an error of fetch, which SDKs repeat', async () => {
  const call = createTranslatingFetch({ from: openaiResponses, to: anthropic, baseURL: 'http://127.0.0.1:9' })
  await expect(call(ask('openaiResponses', 'Hi'))).rejects.toThrow(TypeError)
})

test('what may pass is tried again as often as is said', async () => {
  let calls = 0
  const call = createTranslatingFetch({
    from: openaiChat,
    to: anthropic,
    retries: 2,
    fetch: async () => {
      calls++
      if (calls < 3)
        return Response.json(
          { type: 'error', error: { type: 'overloaded_error', message: 'Busy' } },
          { status: 529, headers: { 'retry-after': '0' } },
        )
      return Response.json({
        type: 'message',
        role: 'assistant',
        content: [{ type: 'text', text: 'Hi' }],
        stop_reason: 'end_turn',
        usage: {},
      })
    },
  })
  expect((await call(ask('openaiChat', 'Hi'))).status).toBe(200)
  expect(calls).toBe(3)
})

test('credentials can be made for each call', async () => {
  let token = 0
  const sent: (string | null)[] = []
  const call = createTranslatingFetch({
    from: openaiChat,
    to: anthropic,
    authorize: async () => ({ authorization: `Bearer ${++token}` }),
    fetch: async (_url, init) => {
      sent.push(new Headers(init?.headers).get('authorization'))
      return new Response(null, { status: 500 })
    },
  })
  await call(ask('openaiChat', 'Hi'))
  await call(ask('openaiChat', 'Hi'))
  expect(sent).toEqual(['Bearer 1', 'Bearer 2'])
})
