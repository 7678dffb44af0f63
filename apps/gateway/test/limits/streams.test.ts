import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import type { ServerResponse } from 'node:http'
import { beforeAll, expect, test } from 'vitest'
import { post } from '../post.ts'
import { startGateway, type RunningGateway } from '../start-gateway.ts'
import { startUpstream, type RunningUpstream } from '../start-upstream.ts'
import { tempFolder } from '../temp-folder.ts'
import { waitFor } from '../wait-for.ts'

const hello = [{ role: 'user' as const, content: 'Hello' }]
const event = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`

let upstream: RunningUpstream
let held: ServerResponse[]
beforeAll(async () => {
  upstream = await startUpstream()
})

/** Makes the upstream begin each stream, and go on only on command. */
function holdStreams(): void {
  held = []
  upstream.answer = (response, { body }) => {
    if (!body.includes('"stream":true')) {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify({ id: 'c', object: 'chat.completion', choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' } }] }),
      )
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(event({ role: 'assistant', content: 'Hi' }))
    held.push(response)
  }
}

function goOn(): void {
  for (const response of held.splice(0)) response.end(`${event({}, 'stop')}data: [DONE]\n\n`)
}

const start = (config: object): Promise<RunningGateway> =>
  startGateway({
    dataDir: tempFolder('limits'),
    retry: { attempts: 1 },
    circuitBreaker: { failures: 100 },
    channels: [{ name: 'up', format: 'chat', baseUrl: upstream.url, models: ['m'] }],
    ...config,
  })
const openai = ({ url }: RunningGateway, apiKey: string): OpenAI => new OpenAI({ baseURL: `${url}/v1`, apiKey, maxRetries: 0 })
const stream = (client: OpenAI): Promise<AsyncIterable<unknown> & { controller: AbortController }> =>
  client.chat.completions.create({ model: 'm', messages: hello, stream: true })
const caught = (promise: PromiseLike<unknown>): PromiseLike<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

test('a key has so many streams at once and no more; an end, a departure and a failure each give a place back', async () => {
  holdStreams()
  const gateway = await start({})
  const client = openai(gateway, await gateway.issue({ limits: { concurrentStreams: 2 } }))
  const [first] = [await stream(client), await stream(client)]
  const error = await caught(stream(client))
  expect(error).toBeInstanceOf(OpenAI.RateLimitError)
  expect(error).toMatchObject({ status: 429, code: 'rate_limit_exceeded', message: expect.stringContaining('2 streams') as unknown })
  expect((error as InstanceType<typeof OpenAI.RateLimitError>).headers.get('retry-after')).toBe('1') // seen above
  // Requests without a stream are not counted, and another key has its own count.
  await client.chat.completions.create({ model: 'm', messages: hello })
  await stream(openai(gateway, await gateway.issue({ limits: { concurrentStreams: 1 } })))

  first?.controller.abort()
  await waitFor(async () => !((await caught(stream(client))) instanceof OpenAI.RateLimitError))
  expect(await caught(stream(client))).toBeInstanceOf(OpenAI.RateLimitError)

  goOn()
  await waitFor(async () => !((await caught(stream(client))) instanceof OpenAI.RateLimitError))
  for (const response of held.splice(0)) response.destroy()

  upstream.answer = (response) => void response.writeHead(500, { 'content-type': 'application/json' }).end('{}')
  for (let time = 0; time < 3; time++) expect(await caught(stream(client))).toBeInstanceOf(OpenAI.InternalServerError)
  upstream.answer = (response) => void response.destroy()
  for (let time = 0; time < 3; time++) expect(await caught(stream(client))).toBeInstanceOf(OpenAI.InternalServerError)
  const wrong = client.chat.completions.create({ model: 'nobody', messages: hello, stream: true })
  expect(await caught(wrong)).toBeInstanceOf(OpenAI.NotFoundError)
  holdStreams()
  const again = [await stream(client), await stream(client)]
  goOn()
  for (const each of again) for await (const _event of each);
})

test('streams in all have their room: what is more is a 503 in each dialect that says when to come back', async () => {
  holdStreams()
  const gateway = await start({ limits: { streams: 1 } })
  const client = openai(gateway, 'any')
  const running = await stream(client)
  const refused = await caught(stream(client))
  expect(refused).toBeInstanceOf(OpenAI.InternalServerError)
  expect(refused).toMatchObject({ status: 503 })
  const anthropic = new Anthropic({ baseURL: gateway.url, apiKey: 'any', maxRetries: 0 })
  const ask = { model: 'm', max_tokens: 10, messages: hello, stream: true } as const
  const error = await caught(anthropic.messages.create(ask))
  expect(error).toBeInstanceOf(Anthropic.ServiceUnavailableError)
  expect(error).toMatchObject({ status: 503, error: { error: { type: 'overloaded_error' } } })
  expect((error as InstanceType<typeof Anthropic.APIError>).headers?.get('retry-after')).toBe('1') // seen above
  const native = await post(`${gateway.url}/v1beta/models/m:streamGenerateContent?alt=sse`, { contents: [{ parts: [{ text: 'Hello' }] }] })
  expect([native.status, native.headers.get('retry-after')]).toEqual([503, '1'])
  expect(native.json()).toMatchObject({ error: { code: 503, status: 'UNAVAILABLE' } })
  goOn()
  for await (const _event of running);
  await waitFor(async () => !((await caught(stream(client))) instanceof OpenAI.APIError))
  goOn()
})

test('requests in all have their room; whoever looks after the gateway still gets in', async () => {
  holdStreams()
  const gateway = await start({ limits: { requests: 2 } })
  const client = openai(gateway, 'any')
  const running = [await stream(client), await stream(client)]
  const refused = await caught(client.chat.completions.create({ model: 'm', messages: hello }))
  expect(refused).toMatchObject({ status: 503, code: 'server_is_overloaded' })
  expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200)
  goOn()
  for (const each of running) for await (const _event of each);
  await waitFor(async () => (await caught(client.chat.completions.create({ model: 'm', messages: hello }))) === undefined)
})
