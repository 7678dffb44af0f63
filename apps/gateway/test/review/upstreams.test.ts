import { expect, test } from 'vitest'
import { ask, formats } from '../channels/ask.ts'
import type { ChannelConfig } from '../../src/config/config-schema.ts'
import { startGateway } from '../start-gateway.ts'
import { post } from '../post.ts'
import { startUpstream } from '../start-upstream.ts'
import { waitFor } from '../wait-for.ts'

const json = { 'content-type': 'application/json' }
const chunk = (delta: object, finish: string | null): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
const whole = `${chunk({ role: 'assistant', content: 'Hi' }, null)}${chunk({}, 'stop')}data: [DONE]\n\n`

test.each([
  ['keep-alives go to clients', 1],
  ['no keep-alives go to clients', 0],
])('an upstream that goes on after its last event does not keep its place where %s', async (_name, keepAlive) => {
  const upstream = await startUpstream()
  upstream.answer = (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(whole)
    const timer = setInterval(() => response.write(': still here\n\n'), 200)
    response.on('close', () => clearInterval(timer))
  }
  const line: ChannelConfig = { name: 'endless', format: 'chat', baseUrl: upstream.url, models: ['endless'], keepAlive }
  const { url } = await startGateway({ channels: [{ ...line, concurrency: { limit: 1, queue: 4, queueTimeout: 15 } }] })
  for (const format of ['chat', 'messages'] as const) {
    const { status, text } = await ask(url, format, 'endless', true)
    expect([status, text.includes('Hi')]).toEqual([200, true])
  }
})

const waits = [
  '-5',
  'NaN',
  'Infinity',
  '-Infinity',
  '1e400',
  '99999999999999999999',
  '0x10',
  '5 apples',
  '1, 2',
  'Fri, 31 Dec 9999 23:59:59 GMT',
]

test.each(formats)('%s upstream: no nonsense about waiting reaches a client', async (format) => {
  const upstream = await startUpstream()
  const line: ChannelConfig = { name: 'busy', format, baseUrl: upstream.url, models: ['busy'], circuitBreaker: false }
  const { url } = await startGateway({ channels: [line], retry: { attempts: 1 } })
  const error = { code: 429, type: 'rate_limit_error', status: 'RESOURCE_EXHAUSTED', message: 'slow down' }
  const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${'9'.repeat(400)}s` }]
  for (const name of ['retry-after', 'retry-after-ms'])
    for (const wait of waits)
      for (const client of formats) {
        upstream.answer = (response) =>
          void response
            .writeHead(429, { ...json, [name]: wait })
            .end(JSON.stringify({ type: 'error', error: { ...error, ...(format === 'contents' && { details }) } }))
        const { status, headers, text } = await ask(url, client, 'busy', false)
        expect(status).toBe(429)
        const seconds = headers.get('retry-after')
        const millis = headers.get('retry-after-ms')
        const what = `${client}: ${name} ${wait} became ${seconds}, ${millis}`
        if (seconds !== null) expect(seconds, what).toMatch(/^\d{1,5}$/)
        if (millis !== null) expect(millis, what).toMatch(/^\d{1,8}$/)
        if (client === 'contents' && format !== client && text.includes('retryDelay'))
          expect(text, what).toMatch(/"retryDelay":"\d{1,5}(\.\d+)?s"/)
      }
})

test("a name that is longer than any model's goes nowhere: not to an upstream, not into a log, not back", async () => {
  const upstream = await startUpstream()
  upstream.answer = (response) =>
    void response.writeHead(200, json).end(JSON.stringify({ choices: [{ index: 0, finish_reason: 'stop', message: { content: 'Hi' } }] }))
  const line: ChannelConfig = { name: 'any', format: 'chat', baseUrl: upstream.url, models: ['*'] }
  const { url, log } = await startGateway({ channels: [line] })
  const long = (index: number): string => `${index}`.padEnd(1_000_000, 'x')
  for (const format of formats.filter((each) => each !== 'contents')) {
    const { status, text } = await ask(url, format, long(0), false)
    expect([format, status, text.length < 2_000]).toEqual([format, 404, true])
  }
  expect(upstream.seen).toHaveLength(0)
  expect(JSON.stringify(log()).length).toBeLessThan(10_000)
  expect((await ask(url, 'chat', 'meta-llama/Meta-Llama-3.1-405B-Instruct-Turbo', false)).status).toBe(200)
})

test('what one channel cannot be told goes to the next one, whether or not files are fetched first', async () => {
  const [narrow, wide, files] = [await startUpstream(), await startUpstream(), await startUpstream()]
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
  files.answer = (response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(png)
  wide.answer = (response) =>
    void response.writeHead(200, json).end(JSON.stringify({ choices: [{ index: 0, finish_reason: 'stop', message: { content: 'Hi' } }] }))
  const models = ['shared']
  const { url } = await startGateway({
    channels: [
      { name: 'narrow', format: 'contents', baseUrl: narrow.url, models, policy: { prefill: 'reject' } },
      { name: 'wide', format: 'chat', baseUrl: wide.url, models },
    ],
    media: { privateAddresses: true, ports: [Number(new URL(files.url).port)] },
  })
  const image = { type: 'image', source: { type: 'url', url: `${files.url}/a.png` } }
  for (const content of [[{ type: 'text', text: 'Hello' }], [image]]) {
    const messages = [
      { role: 'user', content },
      { role: 'assistant', content: 'It is' },
    ]
    const { status, headers } = await post(`${url}/v1/messages`, { model: 'shared', max_tokens: 10, messages })
    expect(status).toBe(200)
    // Notices of the preparation for a channel that was not called are not told.
    expect(headers.get('interlingua-notices') ?? '').not.toContain('media-fetched')
  }
  expect([narrow.seen.length, wide.seen.length, files.seen.length]).toEqual([0, 2, 1])
})

test('the log names no request of an upstream whose answer nobody got', async () => {
  const [refusing, working] = [await startUpstream(), await startUpstream()]
  refusing.answer = (response) =>
    void response
      .writeHead(529, { ...json, 'request-id': 'req_refused' })
      .end('{"type":"error","error":{"type":"overloaded_error","message":"x"}}')
  working.answer = (response) =>
    void response.writeHead(200, json).end(JSON.stringify({ choices: [{ index: 0, finish_reason: 'stop', message: { content: 'Hi' } }] }))
  const models = ['shared']
  const { url, log } = await startGateway({
    channels: [
      { name: 'refusing', format: 'messages', baseUrl: refusing.url, models },
      { name: 'working', format: 'chat', baseUrl: working.url, models },
    ],
  })
  const { status, headers } = await ask(url, 'messages', 'shared', false)
  expect([status, headers.get('request-id')]).not.toContain('req_refused')
  await waitFor(() => log().some(({ channel }) => channel === 'working'))
  expect(log().find(({ channel }) => channel === 'working')).not.toHaveProperty('upstreamId')
})
