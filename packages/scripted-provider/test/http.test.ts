import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { serve } from './provider.ts'

const { provider, anthropic, openai, google } = await serve({ maxBodyBytes: 100_000 })

const doors = {
  messages: {
    path: '/v1/messages',
    headers: { 'x-api-key': 'k', 'anthropic-version': '2023-06-01' },
    body: { model: 'demo-messages', max_tokens: 1000 },
  },
  chat: { path: '/v1/chat/completions', headers: { authorization: 'Bearer k' }, body: { model: 'demo-chat' } },
  responses: { path: '/v1/responses', headers: { authorization: 'Bearer k' }, body: { model: 'demo-responses' } },
  contents: { path: '/v1beta/models/demo-contents:generateContent', headers: { 'x-goog-api-key': 'k' }, body: {} },
} as const
const formats = ['messages', 'chat', 'responses', 'contents'] as const
type Format = (typeof formats)[number]

/** A body with a user's text in the format's own field. */
function asked(format: Format, content: string): object {
  if (format === 'responses') return { input: content }
  if (format === 'contents') return { contents: [{ role: 'user', parts: [{ text: content || 'x' }] }] }
  return { messages: [{ role: 'user', content }] }
}

function post(
  format: Format,
  content: string,
  more: { body?: object | string; headers?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<Response> {
  const { path, headers, body } = doors[format]
  const { stream, ...rest } = typeof more.body === 'object' ? (more.body as { stream?: boolean }) : {}
  // The path decides whether contents streams.
  const streamed = format === 'contents' ? (stream ? path.replace(':generate', ':streamGenerate') + '?alt=sse' : path) : path
  const flag = format === 'contents' || stream === undefined ? {} : { stream }
  return fetch(provider.url + streamed, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers, ...more.headers },
    body: typeof more.body === 'string' ? more.body : JSON.stringify({ ...body, ...asked(format, content), ...flag, ...rest }),
    ...(more.signal && { signal: more.signal }),
  })
}

describe.each(formats)('the %s door', (format) => {
  test('answers 401 without a key, or 403', async () => {
    const headers = { 'x-api-key': '', authorization: '', 'x-goog-api-key': '' }
    const response = await post(format, 'Hi', { headers })
    expect(response.status).toBe(format === 'contents' ? 403 : 401)
    expect(await response.json()).toMatchObject({ error: { message: expect.stringMatching(/API key/i) as string } })
  })

  test('answers 400 to a body that is not JSON', async () => {
    const response = await post(format, '', { body: '{"model": ' })
    expect(response.status).toBe(400)
    const error = format === 'contents' ? { code: 400, status: 'INVALID_ARGUMENT' } : { type: 'invalid_request_error' }
    expect(await response.json()).toMatchObject({ error })
  })

  test('answers 413 to a body over its cap', async () => {
    expect((await post(format, 'x'.repeat(150_000))).status).toBe(413)
  })

  test('answers 405 to a wrong method, 404 to a wrong path', async () => {
    const { path, headers } = doors[format]
    const wrong = await fetch(provider.url + path, { headers })
    expect([wrong.status, wrong.headers.get('allow')]).toStrictEqual([405, 'POST'])
    expect((await fetch(`${provider.url}${path}/nowhere`, { method: 'POST', headers, body: '{}' })).status).toBe(404)
  })

  test('names the field that is missing', async () => {
    const [key] = Object.keys(asked(format, ''))
    const response = await post(format, '', { body: { [key ?? '']: undefined } })
    expect(response.status).toBe(400)
    expect(JSON.stringify(await response.json())).toContain(key)
  })

  test('has the request id that its vendor sends in every answer', async () => {
    // Google sends no such header.
    const name = { messages: 'request-id', chat: 'x-request-id', responses: 'x-request-id', contents: undefined }[format]
    for (const response of [
      await post(format, 'Hi'),
      await post(format, '[demo:status 500]'),
      await post(format, 'Hi', { body: { stream: true } }),
    ]) {
      if (name === undefined) expect([...response.headers.keys()].filter((key) => key.includes('request-id'))).toStrictEqual([])
      else expect(response.headers.get(name)).toMatch(/^req_/)
      await response.text()
    }
  })

  test('gives the same answer to the same request', async () => {
    const texts = await Promise.all([1, 2].map(async () => (await post(format, 'Same')).text()))
    expect(texts[0]).toBe(texts[1])
  })

  test('answers an HTML page where a proxy would', async () => {
    const response = await post(format, '[demo:html-502]')
    expect([response.status, response.headers.get('content-type')]).toStrictEqual([502, 'text/html'])
  })

  test('takes directives from headers too, and refuses those that it does not know', async () => {
    const limited = await post(format, 'Hi', { headers: { 'x-demo-rate-limit': 'retry-after=2' } })
    expect([limited.status, limited.headers.get('retry-after')]).toStrictEqual([429, format === 'contents' ? null : '2'])
    expect((await post(format, '[demo:explode]')).status).toBe(400)
    expect((await post(format, '[demo:dialect klingon]')).status).toBe(400)
  })

  test('fails only so many times', async () => {
    const statuses = []
    for (let i = 0; i < 3; i++) statuses.push((await post(format, `once ${format} [demo:status 500 times=2]`)).status)
    expect(statuses).toStrictEqual([500, 500, 200])
  })

  test('stalls in the middle of a stream', async () => {
    const started = performance.now()
    const whole = await (await post(format, '[demo:stall 200ms]', { body: { stream: true } })).text()
    expect(performance.now() - started).toBeGreaterThan(190)
    // The client gets a part before the pause.
    const leave = new AbortController()
    const { body } = await post(format, '[demo:stall 60m]', { body: { stream: true }, signal: leave.signal })
    let told = ''
    const reading = body?.pipeThrough(new TextDecoderStream()).pipeTo(new WritableStream({ write: (text) => void (told += text) }))
    await expect.poll(() => told.length, { timeout: 10_000 }).toBeGreaterThan(0)
    await sleep(100)
    expect(told.length).toBeLessThan(whole.length)
    leave.abort()
    await expect(reading).rejects.toThrow()
    await expect.poll(() => provider.stats().active, { timeout: 10_000 }).toBe(0)
  })

  test('stalls before the first byte', async () => {
    const started = performance.now()
    const response = await post(format, '[demo:stall 150ms first]', { body: { stream: true } })
    expect(performance.now() - started).toBeGreaterThan(140)
    await response.text()
  })

  test('cuts the socket in the middle, of streams and documents', async () => {
    for (const stream of [true, false]) {
      const response = await post(format, '[demo:cut]', { body: { stream } })
      expect(response.status).toBe(200)
      await expect(response.text()).rejects.toThrow(/terminated|aborted|closed/)
    }
  })

  test('ends a stream without its end', async () => {
    const text = await (await post(format, '[demo:cut-clean]', { body: { stream: true } })).text()
    expect(text).toContain('Demo')
    expect(text).not.toMatch(/message_stop|message_delta|\[DONE\]|"finish_reason":"|response\.completed|finishReason/)
  })

  test('sends an event that is not JSON', async () => {
    expect(await (await post(format, '[demo:malformed]', { body: { stream: true } })).text()).toContain('{"demo": broken')
  })

  test('takes its time between events', async () => {
    const started = performance.now()
    await (await post(format, '[demo:slow 20ms][demo:words 40]', { body: { stream: true } })).text()
    expect(performance.now() - started).toBeGreaterThan(150)
  })

  test('stops working when the client leaves', async () => {
    const leave = new AbortController()
    const response = await post(format, '[demo:slow 20ms][demo:words 2000]', { body: { stream: true }, signal: leave.signal })
    await response.body?.getReader().read()
    const { abandoned } = provider.stats()
    expect(provider.stats().active).toBe(1)
    leave.abort()
    await expect.poll(() => provider.stats().active, { timeout: 10_000 }).toBe(0)
    expect(provider.stats().abandoned).toBe(abandoned + 1)
  })
})

describe('the vendors’ typed errors', () => {
  const messages = (content: string): Promise<unknown> =>
    anthropic.messages
      .create({ model: 'demo-messages', max_tokens: 100, messages: [{ role: 'user', content }] })
      .catch((error: unknown) => error)
  const chat = (content: string): Promise<unknown> =>
    openai.chat.completions.create({ model: 'demo-chat', messages: [{ role: 'user', content }] }).catch((error: unknown) => error)
  const responses = (input: string): Promise<unknown> =>
    openai.responses.create({ model: 'demo-responses', input }).catch((error: unknown) => error)
  const contents = (text: string): Promise<unknown> =>
    google.models.generateContent({ model: 'demo-contents', contents: text }).catch((error: unknown) => error)
  const classes = [
    [400, 'BadRequestError'],
    [401, 'AuthenticationError'],
    [403, 'PermissionDeniedError'],
    [404, 'NotFoundError'],
    [409, 'ConflictError'],
    [422, 'UnprocessableEntityError'],
    [429, 'RateLimitError'],
    [500, 'InternalServerError'],
    [529, 'InternalServerError'],
  ] as const

  test.each(classes)('status %i is %s', async (status, name) => {
    expect(await messages(`[demo:status ${status}]`)).toBeInstanceOf(Anthropic[name])
    expect(await chat(`[demo:status ${status}]`)).toBeInstanceOf(OpenAI[name])
    expect(await responses(`[demo:status ${status}]`)).toBeInstanceOf(OpenAI[name])
    expect(await contents(`[demo:status ${status}]`)).toMatchObject({ name: 'ApiError', status })
  })

  test('overload has the status of each dialect', async () => {
    expect(await messages('[demo:overloaded]')).toMatchObject({ status: 529 })
    expect(await chat('[demo:overloaded]')).toMatchObject({ status: 503 })
    expect(await responses('[demo:overloaded]')).toMatchObject({ status: 503, code: 'server_is_overloaded' })
    expect(await contents('[demo:overloaded]')).toMatchObject({ status: 503, message: expect.stringContaining('UNAVAILABLE') as string })
  })

  test('a prompt that is too long, or blocked, has the code of each dialect', async () => {
    expect(await responses('[demo:context-length]')).toMatchObject({
      status: 400,
      code: 'context_length_exceeded',
      message: expect.stringContaining('exceeds the context window'),
    })
    expect(await contents('[demo:context-length]')).toMatchObject({ status: 400 })
    for (const failed of [await messages('[demo:block]'), await chat('[demo:block]'), await responses('[demo:block]')])
      expect(failed).toMatchObject({ status: 400 })
    expect(await responses('[demo:block]')).toMatchObject({ code: 'invalid_prompt' })
  })

  test('an error event in the middle of a stream throws', async () => {
    const content = '[demo:error-event]'
    const errors = [
      await anthropic.messages
        .stream({ model: 'demo-messages', max_tokens: 100, messages: [{ role: 'user', content }] })
        .finalMessage()
        .catch((error: unknown) => error),
      await openai.chat.completions
        .stream({ model: 'demo-chat', messages: [{ role: 'user', content }] })
        .finalChatCompletion()
        .catch((error: unknown) => error),
    ]
    expect(errors[0]).toBeInstanceOf(Anthropic.APIError)
    expect(errors[1]).toBeInstanceOf(OpenAI.APIError)
    for (const error of errors) expect(String(error)).toContain('in the middle of the stream')
  })

  test('an event that is not JSON throws', async () => {
    const content = '[demo:malformed]'
    const stream = anthropic.messages.stream({ model: 'demo-messages', max_tokens: 100, messages: [{ role: 'user', content }] })
    await expect(stream.finalMessage()).rejects.toThrow(/JSON/)
    await expect(
      openai.chat.completions.stream({ model: 'demo-chat', messages: [{ role: 'user', content }] }).finalChatCompletion(),
    ).rejects.toThrow(/JSON/)
  })

  test('the version header is required on messages', async () => {
    const response = await fetch(`${provider.url}/v1/messages`, { method: 'POST', headers: { 'x-api-key': 'k' }, body: '{}' })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      type: 'error',
      error: { type: 'invalid_request_error', message: expect.stringContaining('anthropic-version') as string },
    })
  })
})

describe('the model list', () => {
  test('is there in both styles', async () => {
    const models = [
      'demo-messages',
      'demo-responses',
      'demo-interactions',
      'demo-converse',
      'demo-contents',
      'demo-contents-image',
      'demo-chat',
      'demo-embeddings',
      'demo-embed-content',
      'demo-vertex-predict',
      'demo-imagen-predict',
      'demo-openai-images',
      'demo-ark-images',
      'demo-dashscope',
      'demo-dashscope-async',
      'demo-openai-videos',
      'demo-azure-video-jobs',
      'demo-gemini-veo',
      'demo-vertex-veo',
      'demo-ark-video',
      'demo-ark-video-2.0-fast',
      'demo-ark-video-2.0-mini',
      'demo-ark-video-1.5-pro',
      'demo-ark-video-1.0-pro',
      'demo-ark-video-1.0-pro-fast',
      'demo-gateway-video',
    ]
    expect((await openai.models.list()).data.map(({ id }) => id)).toStrictEqual(models)
    expect((await anthropic.models.list()).data.map(({ id }) => id)).toStrictEqual(models)
    expect((await anthropic.models.retrieve('demo-chat')).id).toBe('demo-chat')
    await expect(openai.models.retrieve('gpt-0')).rejects.toBeInstanceOf(OpenAI.NotFoundError)
  })
})

describe('the server', () => {
  test('survives what is no HTTP request', async () => {
    const { hostname, port } = new URL(provider.url)
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => socket.end('NONSENSE\r\n\r\n'))
      socket.on('error', () => {})
      socket.on('close', () => resolve())
      socket.resume()
    })
    expect((await post('chat', 'Hi')).status).toBe(200)
  })

  test('waits for slow readers', async () => {
    // The answer exceeds the buffers of two sockets.
    const long = { messages: [{ role: 'user', content: '[demo:words 20000]' }], stream: true, n: 4 }
    const started = performance.now()
    const size = (await (await post('chat', '', { body: long })).arrayBuffer()).byteLength
    const inOneGo = performance.now() - started
    const reader = (await post('chat', '', { body: long })).body?.getReader()
    let bytes = (await reader?.read())?.value?.length ?? 0
    await sleep(inOneGo + 500)
    expect(provider.stats().active).toBe(1)
    for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) bytes += chunk.value.length
    expect(bytes).toBe(size)
  })
})
