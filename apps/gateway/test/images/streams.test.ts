import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { startGateway } from '../start-gateway.ts'
import { startUpstream } from '../start-upstream.ts'
import { waitFor } from '../wait-for.ts'
import { pixel } from './pictures.ts'
import { answerWith } from './scripted.ts'

const upstream = await startUpstream()
const lively = 'gpt-image-1.5'
const { url } = await startGateway({
  channels: [
    { name: 'o', format: 'openai-images', baseUrl: upstream.url, models: ['gpt-image-1'], circuitBreaker: false },
    // A status after the first keep-alive is 200; only this channel has such a short one.
    { name: 'l', format: 'openai-images', baseUrl: upstream.url, models: [lively], circuitBreaker: false, keepAlive: 0.05 },
    { name: 'a', format: 'ark-images', baseUrl: upstream.url, models: ['doubao-seedream-4-0-250828'], circuitBreaker: false },
    { name: 'k', format: 'ark-images', baseUrl: upstream.url, apiKey: 'sk-of-the-channel-1234567', models: ['doubao-of-a-key'] },
    { name: 'i', format: 'imagen-predict', baseUrl: upstream.url, models: ['imagen-4'], circuitBreaker: false, keepAlive: 0.05 },
  ],
})

beforeEach(() => {
  upstream.seen.length = 0
})

interface Streamed {
  readonly status: number
  readonly type: string | null
  readonly text: string
  readonly events: readonly Record<string, unknown>[]
}

async function stream(ask: object, path = '/v1/images/generations'): Promise<Streamed> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: 'a cat', stream: true, ...ask }),
  })
  const text = await answer.text()
  const events = text
    .split('\n\n')
    .filter((event) => event.includes('data: '))
    .map((event) => JSON.parse(event.slice(event.indexOf('data: ') + 6)) as Record<string, unknown>)
  return { status: answer.status, type: answer.headers.get('content-type'), text, events }
}

const eventStream = { 'content-type': 'text/event-stream' }
const sse = (event: Readonly<Record<string, unknown>>): string => `event: ${String(event['type'])}\ndata: ${JSON.stringify(event)}\n\n`
const partial = sse({ type: 'image_generation.partial_image', b64_json: pixel, partial_image_index: 0, created_at: 1, size: '1024x1024' })
const completed = sse({
  type: 'image_generation.completed',
  b64_json: pixel,
  created_at: 2,
  size: '1024x1024',
  usage: { input_tokens: 10, output_tokens: 100, total_tokens: 110 },
})

test('previews and the image come with the names of OpenAI, and the usage in the last', async () => {
  upstream.answer = (response) => void response.writeHead(200, eventStream).end(partial + completed)
  const { status, type, events } = await stream({ model: 'gpt-image-1', partial_images: 1 })
  expect([status, type]).toEqual([200, 'text/event-stream'])
  // Fields that the SDK's types have in every event, and that this upstream left out.
  const settings = { background: 'auto', output_format: 'png', quality: 'auto' }
  expect(events).toEqual([
    { type: 'image_generation.partial_image', b64_json: pixel, partial_image_index: 0, created_at: 1, size: '1024x1024', ...settings },
    {
      type: 'image_generation.completed',
      b64_json: pixel,
      created_at: 2,
      size: '1024x1024',
      ...settings,
      usage: { input_tokens: 10, input_tokens_details: { image_tokens: 0, text_tokens: 10 }, output_tokens: 100, total_tokens: 110 },
    },
  ])
})

test("Ark's events become OpenAI's: each whole image is completed, with its index", async () => {
  const succeeded = (index: number): string =>
    sse({
      type: 'image_generation.partial_succeeded',
      model: 'm',
      created: 1,
      image_index: index,
      b64_json: pixel,
      size: '2048x2048',
    })
  upstream.answer = (response) =>
    void response
      .writeHead(200, eventStream)
      .end(
        `${succeeded(0)}${sse({ type: 'image_generation.partial_failed', image_index: 1, error: { code: 'OutputImageSensitiveContentDetected', message: 'No.' } })}${succeeded(2)}` +
          `${sse({ type: 'image_generation.completed', usage: { generated_images: 2, output_tokens: 8, total_tokens: 8 } })}data: [DONE]\n\n`,
      )
  const { events } = await stream({ model: 'doubao-seedream-4-0-250828', sequential_image_generation: 'auto' })
  expect(
    events
      .filter(({ type }) => type !== 'image_generation.usage')
      .map(({ type, image_index: index, b64_json: base64 }) => [type, index, base64]),
  ).toEqual([
    ['image_generation.completed', 0, pixel],
    ['image_generation.failed', 1, undefined],
    ['image_generation.completed', 2, pixel],
  ])
  expect(events.at(-1)).toMatchObject({ usage: { output_tokens: 8 } })
})

test('addresses that were asked for are given where the upstream streams bytes, and the other way round', async () => {
  upstream.answer = (response) => void response.writeHead(200, eventStream).end(partial + completed)
  const hosted = await stream({ model: 'gpt-image-1', partial_images: 1, response_format: 'url' })
  const last = hosted.events.at(-1) as { readonly url: string; readonly usage: object }
  expect(Object.keys(last)).not.toContain('b64_json')
  expect(last.usage).toMatchObject({ total_tokens: 110 })
  expect(Buffer.from(await (await fetch(last.url)).arrayBuffer()).toString('base64')).toBe(pixel)

  upstream.answer = (response, { url: path }) => {
    if (path.startsWith('/files/')) return void response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from(pixel, 'base64'))
    const event = { type: 'image_generation.partial_succeeded', image_index: 0, url: `${upstream.url}/files/0.png`, size: '2048x2048' }
    response
      .writeHead(200, eventStream)
      .end(`${sse(event)}${sse({ type: 'image_generation.completed', usage: { generated_images: 1 } })}data: [DONE]\n\n`)
  }
  const inlined = await stream({ model: 'doubao-seedream-4-0-250828', response_format: 'b64_json' })
  expect(inlined.events[0]).toMatchObject({ type: 'image_generation.completed', b64_json: pixel })
  const file = upstream.seen.find(({ url: path }) => path.startsWith('/files/'))
  expect(file?.headers['authorization']).toBeUndefined()
})

test('an upstream that does not stream is answered for by a stream of whole images, with keep-alives before', async () => {
  upstream.answer = (response) =>
    void setTimeout(() => answerWith({ predictions: [{ mimeType: 'image/png', bytesBase64Encoded: pixel }] })(response), 300)
  const { status, text, events } = await stream({ model: 'imagen-4', size: '1024x1024' })
  expect(status).toBe(200)
  expect(text).toMatch(/^\n\n/)
  expect(events).toHaveLength(1)
  expect(events[0]).toMatchObject({ type: 'image_generation.completed', b64_json: pixel })
})

test('an upstream that says nothing before its first image does not leave the client without keep-alives', async () => {
  upstream.answer = (response) => void setTimeout(() => response.writeHead(200, eventStream).end(partial + completed), 300)
  const made = await stream({ model: lively, partial_images: 1 })
  expect(made.text).toMatch(/^\n\n/)
  expect([made.status, made.events.map(({ type }) => type)]).toEqual([
    200,
    ['image_generation.partial_image', 'image_generation.completed'],
  ])
  for (const answer of [
    answerWith({ error: { message: 'Oops.', type: 'server_error', param: null, code: null } }, 500),
    (response: ServerResponse): void => void response.destroy(),
    (response: ServerResponse): void => void response.writeHead(200, eventStream).end(),
    answerWith({ created: 1, data: [] }),
  ]) {
    upstream.answer = (response) => void setTimeout(() => answer(response), 300)
    const failed = await stream({ model: lively })
    expect([failed.status, failed.events.map(({ type }) => type)]).toEqual([200, ['error']])
  }
  upstream.answer = (response) => void setTimeout(() => answerWith({ created: 1, data: [{ b64_json: pixel }] })(response), 300)
  expect((await stream({ model: lively })).events).toMatchObject([{ type: 'image_generation.completed', b64_json: pixel }])
})

test('a document where a stream was asked for is told as a stream', async () => {
  upstream.answer = answerWith({ created: 1, data: [{ b64_json: pixel }], usage: { input_tokens: 1, output_tokens: 2, total_tokens: 3 } })
  const { status, events } = await stream({ model: 'gpt-image-1' })
  expect(status).toBe(200)
  expect(events).toHaveLength(1)
  expect(events[0]).toMatchObject({ type: 'image_generation.completed', b64_json: pixel, usage: { total_tokens: 3 } })
})

test('a failure before anything was shown has a status; one after it is an error event and the end', async () => {
  upstream.answer = answerWith(
    { error: { message: 'Not this.', type: 'image_generation_user_error', param: null, code: 'moderation_blocked' } },
    400,
  )
  expect(await stream({ model: 'gpt-image-1' })).toMatchObject({ status: 400, type: 'application/json' })

  const error = sse({ type: 'error', error: { message: 'Oops.', type: 'server_error', param: null, code: 'server_error' } })
  upstream.answer = (response) => void response.writeHead(200, eventStream).end(error)
  expect((await stream({ model: 'gpt-image-1' })).status).toBeGreaterThanOrEqual(500)

  upstream.answer = (response) => void response.writeHead(200, eventStream).end(partial + error)
  const { status, events } = await stream({ model: 'gpt-image-1', partial_images: 1 })
  expect([status, events.map(({ type }) => type)]).toEqual([200, ['image_generation.partial_image', 'error']])
  expect(events.at(-1)).toMatchObject({ error: { message: 'Oops.' } })
})

test('a stream that is cut is a failure, never an end', async () => {
  for (const cut of ['clean', 'broken'] as const) {
    upstream.answer = (response) => {
      response.writeHead(200, eventStream)
      response.write(partial, () => setTimeout(() => (cut === 'clean' ? response.end() : response.destroy()), 20))
    }
    const { events } = await stream({ model: 'gpt-image-1', partial_images: 1 })
    expect([cut, events.map(({ type }) => type)]).toEqual([cut, ['image_generation.partial_image', 'error']])
  }
  upstream.answer = (response) => void response.writeHead(200, eventStream).end()
  expect((await stream({ model: 'gpt-image-1' })).status).toBe(502)
})

test('a slow upstream that fails once the stream has begun says so in the stream', async () => {
  upstream.answer = (response) =>
    void setTimeout(() => answerWith({ error: { code: 503, message: 'Busy.', status: 'UNAVAILABLE' } }, 503)(response), 300)
  const { status, events } = await stream({ model: 'imagen-4', size: '1024x1024' })
  expect(status).toBe(200)
  expect(events).toEqual([{ type: 'error', error: expect.objectContaining({ message: expect.any(String) as string }) as object }])
})

test("no event shows the channel's credential", async () => {
  const secret = 'sk-of-the-channel-1234567'
  const address = `https://example.com/a.png?key=${secret}`
  upstream.answer = (response) =>
    void response.writeHead(200, eventStream).end(
      [
        { type: 'image_generation.partial_succeeded', image_index: 0, url: address, size: '2048x2048' },
        { type: 'image_generation.partial_failed', image_index: 1, error: { code: 'Odd', message: `Not with ${secret}.` } },
        { type: 'image_generation.completed', usage: { generated_images: 1, output_tokens: 8, total_tokens: 8 } },
      ]
        .map(sse)
        .join(''),
    )
  const { status, text } = await stream({ model: 'doubao-of-a-key', response_format: 'url', sequential_image_generation: 'auto' })
  expect(status).toBe(200)
  expect(text).toContain('https://example.com/a.png?key=[key]')
  expect(text).not.toContain(secret)
})

test('what is lost late is told before the end to whoever asked to be told', async () => {
  upstream.answer = (response) => {
    response.writeHead(200, eventStream)
    const made = (index: number): string =>
      sse({ type: 'image_generation.partial_succeeded', image_index: index, b64_json: pixel, size: '2048x2048' })
    response.write(made(0), () =>
      setTimeout(() => {
        response.end(
          made(1) + sse({ type: 'image_generation.odd' }) + sse({ type: 'image_generation.completed', usage: { generated_images: 2 } }),
        )
      }, 50),
    )
  }
  const ask = { model: 'doubao-seedream-4-0-250828', prompt: 'a cat', stream: true, sequential_image_generation: 'auto' }
  for (const [explain, told] of [
    ['1', true],
    ['0', false],
  ] as const) {
    const answer = await fetch(`${url}/v1/images/generations`, {
      method: 'POST',
      headers: { authorization: 'Bearer any', 'interlingua-explain': explain },
      body: JSON.stringify(ask),
    })
    const text = await answer.text()
    expect(/^: interlingua-notices .*images\/stream-event/m.test(text)).toBe(told)
  }
})

test('a client that leaves ends the stream of the upstream', async () => {
  upstream.answer = (response) => void response.writeHead(200, eventStream).write(partial)
  const leaving = new AbortController()
  const answer = await fetch(`${url}/v1/images/generations`, {
    method: 'POST',
    headers: { authorization: 'Bearer any' },
    body: JSON.stringify({ model: 'gpt-image-1', prompt: 'a cat', stream: true, partial_images: 1 }),
    signal: leaving.signal,
  })
  const reader = answer.body?.getReader()
  await reader?.read()
  leaving.abort()
  await waitFor(() => upstream.seen[0]?.left === true)
})

test('an image of many megabytes is one line, and a client that does not read holds the upstream up', async () => {
  const large = pixel.repeat(60_000)
  const event = sse({ type: 'image_generation.partial_image', b64_json: large, partial_image_index: 0, created_at: 1 })
  let written = 0
  upstream.answer = (response) => {
    response.writeHead(200, eventStream)
    const more = (): void => {
      if (written === 8) return void response.end(completed)
      written++
      if (response.write(event)) more()
      else response.once('drain', more)
    }
    more()
  }
  const answer = await fetch(`${url}/v1/images/generations`, {
    method: 'POST',
    headers: { authorization: 'Bearer any' },
    body: JSON.stringify({ model: 'gpt-image-1', prompt: 'a cat', stream: true, partial_images: 3 }),
  })
  await wait(600)
  expect(written).toBeLessThan(8)
  const text = await answer.text()
  expect(text.split('\n\n').filter((each) => each.includes(large))).toHaveLength(8)
  expect(text.trimEnd().split('\n\n').at(-1)).toContain('image_generation.completed')
})
