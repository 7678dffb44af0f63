import { expect, test } from 'vitest'
import type { ChannelConfig } from '../../src/config/config-schema.ts'
import { ask, formats, spell } from '../channels/ask.ts'
import { startGateway } from '../start-gateway.ts'
import { startUpstream } from '../start-upstream.ts'
import { waitFor } from '../wait-for.ts'

const headers = { 'x-api-key': 'any', authorization: 'Bearer any', 'anthropic-version': '2023-06-01', 'content-type': 'application/json' }
const past = (millis: number): Promise<void> => new Promise((done) => setTimeout(done, millis))
const chunk = (delta: object, finish: string | null): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`

test('wherever clients leave, nothing of theirs is left: no place, no stream, no probe', { timeout: 60_000 }, async () => {
  const upstream = await startUpstream()
  const files = await startUpstream()
  let turn = 0
  files.answer = (response) => void setTimeout(() => response.writeHead(200, { 'content-type': 'image/png' }).end('no picture'), 8)
  upstream.answer = async (response, { body }) => {
    const which = turn++ % 7
    await past(which * 3)
    if (which === 0)
      return void response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '0' }).end('{"error":{"message":"x"}}')
    if (which === 1) return void response.destroy()
    if (!body.includes('"stream":true')) {
      const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Hi' } }]
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ choices }))
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (let index = 0; index < 5 && !response.destroyed; index++) {
      response.write(chunk({ content: 'x' }, null))
      await past(3)
    }
    response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`)
  }
  const line: ChannelConfig = {
    name: 'narrow',
    format: 'chat',
    baseUrl: upstream.url,
    models: ['narrow'],
    concurrency: { limit: 3, queue: 200, queueTimeout: 30 },
    circuitBreaker: { failures: 3, window: 60, cooldown: 0.02 },
  }
  const gateway = await startGateway({
    channels: [line],
    retry: { backoff: 0.02, attempts: 3, alsoOn: ['connection-error'] },
    limits: { streams: 40, keys: { concurrentStreams: 30, requestsPerMinute: 100_000 } },
    media: { privateAddresses: true, ports: [Number(new URL(files.url).port)] },
  })
  const { url } = gateway
  async function one(index: number): Promise<void> {
    const format = formats[index % formats.length] ?? 'chat'
    const stream = index % 3 !== 0
    const { path, body } = spell(format, 'narrow', stream, 'Hello')
    const image = { role: 'user', content: [{ type: 'image', source: { type: 'url', url: `${files.url}/${index}.png` } }] }
    const sent =
      format === 'messages' && index % 5 === 0
        ? { ...body, messages: [image] }
        : format === 'responses'
          ? { ...body, store: true, previous_response_id: index % 2 === 0 ? 'resp_none' : null }
          : body
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(), (index * 7) % 90)
    try {
      await (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(sent), signal: controller.signal })).text()
    } catch {}
    clearTimeout(timer)
  }
  for (let round = 0; round < 12; round++) {
    await Promise.all(Array.from({ length: 24 }, (_, index) => one(round * 24 + index)))
    await past(round % 3 === 0 ? 30 : 0)
  }
  const metric = async (name: string): Promise<number> => {
    const text = await (await fetch(`${url}/metrics`)).text()
    return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\d+)$`, 'm').exec(text)?.[1])
  }
  await waitFor(async () => (await metric('interlingua_running_requests')) === 1)
  await waitFor(async () => (await metric('interlingua_channel_waiting')) === 0)
  expect(await metric('interlingua_open_streams')).toBe(0)
  // All is well again: as many as there are places run at once, and as many streams as a key may have.
  let running = 0
  let most = 0
  upstream.answer = async (response, { body }) => {
    // A call that was aborted on its way may still arrive.
    const counts = body.includes('All is well') ? 1 : 0
    running += counts
    most = Math.max(most, running)
    await past(100)
    running -= counts
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`${chunk({ content: 'x' }, 'stop')}data: [DONE]\n\n`)
  }
  await waitFor(async () => (await ask(url, 'chat', 'narrow', true)).status === 200)
  const { path, body } = spell('chat', 'narrow', true, 'All is well')
  const asked = await Promise.all(
    Array.from({ length: 30 }, async () => {
      const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
      await answer.text()
      return answer.status
    }),
  )
  expect(asked.filter((status) => status === 200)).toHaveLength(30)
  expect(most).toBe(3)
  expect(gateway.log().filter(({ event }) => event === 'request-failed')).toEqual([])
})
