import type { ChannelReport, Overview } from '@interlingua/console/api'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { callApi, send, startConsole } from './support/start-console.ts'

test('each channel has its errors and latency of 15 minutes, and the number of requests that run there', async () => {
  const held = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  const upstream = createServer((request, response) => {
    request.resume().on('end', () => {
      arrived.resolve()
      void held.promise.then(() => response.writeHead(500).end('{}'))
    })
  })
  await new Promise<void>((done) => void upstream.listen(0, '127.0.0.1', done))
  const baseUrl = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}` // a listening server has one
  const started = await startConsole({
    channels: [
      { name: 'slow', format: 'chat', baseUrl, apiKey: 'none', models: ['slow-model'] },
      { name: 'idle', format: 'chat', baseUrl, apiKey: 'none', models: ['other'], concurrency: 3 },
    ],
  })
  onTestFinished(async () => {
    held.resolve()
    await started.close()
    upstream.close()
  })
  const channels = async (): Promise<Overview['channels']> => ((await callApi(started, 'GET', '/overview')).json as Overview).channels // the API's own answer
  const common = {
    key: 'k',
    operation: 'generate',
    model: 'm',
    format: 'chat',
    stream: true,
    attempts: 1,
    tokens: {},
    estimated: false,
    notices: [],
  }
  const record = (id: string, minutes: number, failed: boolean, firstByteMillis: number) => ({
    ...common,
    id,
    at: Date.now() - minutes * 60_000,
    channel: 'slow',
    status: failed ? 500 : 200,
    outcome: failed ? 'server' : 'ok',
    millis: 900,
    firstByteMillis,
  })
  await started.store.usage.add([
    record('a', 1, false, 100),
    record('b', 2, false, 300),
    record('c', 2, true, 5000),
    record('d', 3, false, 200),
    record('old', 30, true, 9000),
  ])
  expect(await channels()).toMatchObject([
    { name: 'slow', requests: 4, failed: 1, p50: 200, running: 0 },
    { name: 'idle', requests: 0, failed: 0, running: 0, waiting: 0 },
  ])
  const authorization = { authorization: `Bearer ${started.secrets.plain}`, 'content-type': 'application/json' }
  const asked = send(`${started.url}/v1/chat/completions`, 'POST', authorization, {
    model: 'slow-model',
    messages: [{ role: 'user', content: 'Hello' }],
  })
  await arrived.promise
  expect(await channels()).toMatchObject([{ running: 1 }, { running: 0 }])
  const { rows } = (await callApi(started, 'GET', '/channels')).json as { readonly rows: readonly ChannelReport[] } // the API's own answer
  expect(rows.map(({ running }) => running)).toEqual([1, 0])
  held.resolve()
  expect((await asked).status).toBe(500)
  expect(await channels()).toMatchObject([{ running: 0 }, {}])
})

test('a channel that is left alone has the words of its last failure, without quoted content', async () => {
  const upstream = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(500, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message: "The engine cannot read 'my secret diary'.", type: 'server_error' } }))
    })
  })
  await new Promise<void>((done) => void upstream.listen(0, '127.0.0.1', done))
  const baseUrl = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}` // a listening server has one
  const started = await startConsole({
    channels: [{ name: 'weak', format: 'chat', baseUrl, apiKey: 'none', models: ['gpt-5'], circuitBreaker: { failures: 1, cooldown: 60 } }],
  })
  onTestFinished(async () => {
    await started.close()
    upstream.close()
  })
  const overview = async () => await callApi(started, 'GET', '/overview')
  expect((await overview()).text).not.toContain('lastFailure')
  await send(
    `${started.url}/v1/chat/completions`,
    'POST',
    { authorization: `Bearer ${started.secrets.plain}`, 'content-type': 'application/json' },
    { model: 'gpt-5', messages: [{ role: 'user', content: 'my secret diary' }] },
  )
  expect((await overview()).json).toMatchObject({ channels: [{ state: 'open', lastFailure: 'The engine cannot read […].' }] })
})
