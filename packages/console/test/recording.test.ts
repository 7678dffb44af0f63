import { gzipSync } from 'node:zlib'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { Recording, RecordingReport } from '@interlingua/console/api'
import { callApi, send, startConsole, type StartedConsole, type StartOptions } from './support/start-console.ts'

let started: StartedConsole | undefined
const closing: (() => void)[] = []

afterEach(async () => {
  await started?.close()
  started = undefined
  for (const close of closing.splice(0)) close()
})

async function start(options: StartOptions = {}): Promise<StartedConsole> {
  return (started = await startConsole(options))
}

/** Starts an upstream that answers each request so. */
async function upstreamOf(answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((request, response) => void request.resume().on('end', () => answer(response)))
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  closing.push(() => void server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}` // a listening server has one
}

function ask(console: StartedConsole, body: object = {}, headers: Record<string, string> = {}) {
  return send(
    `${console.url}/v1/messages`,
    'POST',
    { 'x-api-key': console.secrets.plain, 'anthropic-version': '2023-06-01', 'content-type': 'application/json', ...headers },
    { model: 'gpt-5', max_tokens: 10, top_k: 5, messages: [{ role: 'user', content: 'My password is "hunter".' }], ...body },
  )
}

async function report(console: StartedConsole): Promise<RecordingReport> {
  const answered = await callApi(console, 'GET', '/recordings')
  expect(answered.status).toBe(200)
  return answered.json as RecordingReport // the API's own answer
}

/** Recordings that are kept, once there are so many. */
async function kept(console: StartedConsole, count: number): Promise<readonly Recording[]> {
  await expect.poll(async () => (await report(console)).rows.length).toBe(count)
  const { rows } = await report(console)
  const answers = await Promise.all(rows.map(({ id }) => callApi(console, 'GET', `/requests/${id}/recording`)))
  return answers.map(({ json }) => json as Recording) // likewise
}

test('nothing is recorded until an administrator says so, and then both requests and both answers', async () => {
  const console = await start()
  const before = await ask(console)
  expect(before.headers['interlingua-recorded']).toBeUndefined()
  expect(await report(console)).toEqual({ allowed: true, rows: [], bytes: 0 })
  expect(existsSync(join(console.folder, 'recordings.db'))).toBe(true)

  const begun = await callApi(console, 'POST', '/recordings', { requests: 5, minutes: 2 })
  expect(begun.status).toBe(200)
  expect(begun.json).toMatchObject({ running: { requests: 5, recorded: 0, by: 'ops' } })
  const answered = await ask(console)
  expect(answered.headers['interlingua-recorded']).toBe('1')
  const [recording] = await kept(console, 1)
  expect(recording).toMatchObject({
    format: 'messages',
    method: 'POST',
    path: '/v1/messages',
    calls: [{ channel: 'local', model: 'gpt-5', format: 'chat', method: 'POST', path: '/v1/chat/completions', answer: { status: 200 } }],
    answer: { status: 200 },
  })
  const read = (text = ''): unknown => JSON.parse(text)
  expect(read(recording?.request.body.text)).toMatchObject({ top_k: 5, messages: [{ content: 'My password is "hunter".' }] })
  expect(read(recording?.calls[0]?.request.body.text)).toMatchObject({ model: 'gpt-5', messages: [{ role: 'user' }] })
  expect(read(recording?.calls[0]?.answer?.body.text)).toMatchObject({ object: 'chat.completion' })
  expect(read(recording?.answer?.body.text)).toEqual(answered.json)
  expect((await report(console)).running).toMatchObject({ recorded: 1 })
  // The file is its owner's alone.
  expect(statSync(join(console.folder, 'recordings.db')).mode & 0o777).toBe(0o600)
})

test('credentials are in no recording: keys of clients and channels, in headers, paths and bodies', async () => {
  const secret = 'channel-secret-0123456789'
  const upstream = await upstreamOf((response) => {
    response.writeHead(401, { 'content-type': 'application/json', 'x-token': 'abc' })
    response.end(JSON.stringify({ error: { message: `Incorrect API key provided: ${secret}`, type: 'invalid_request_error' } }))
  })
  const console = await start({
    channels: [{ name: 'closed', format: 'chat', baseUrl: upstream, apiKey: secret, models: ['gpt-5'] }],
    redact: ['corp-*-id'],
  })
  await callApi(console, 'POST', '/recordings', {})
  const text = [
    `mine is ${console.secrets.plain}`,
    `theirs ${secret}`,
    'sk-ant-REDACTED',
    'Bearer abcdefghijklmnop',
    'corp-4711-id',
    '{"password":"in \\"a\\" text"}',
  ].join(' ')
  await ask(console, { messages: [{ role: 'user', content: text }], metadata: { user_id: 'u', api_key: 'plain-value' } }, { cookie: 'a=b' })
  const [recording] = await kept(console, 1)
  const whole = JSON.stringify(recording)
  for (const gone of [
    console.secrets.plain,
    secret,
    'abcdefghijklmnop',
    'sk-ant-REDACTED',
    'corp-4711',
    'plain-value',
    'in \\\\',
    '"a=b"',
    '"abc"',
  ])
    expect([gone, whole.includes(gone)]).toEqual([gone, false])
  expect(recording?.request.headers).toMatchObject({ 'x-api-key': '[redacted]', cookie: '[redacted]', 'anthropic-version': '2023-06-01' })
  expect(recording?.calls[0]?.request.headers['authorization']).toBe('[redacted]')
  expect(recording?.calls[0]).toMatchObject({ answer: { status: 401 } })
})

test('a stream is kept as events of both sides with their times, also one that comes compressed', async () => {
  const frames = ['Hel', 'lo'].map(
    (content) =>
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: { content } }] })}\n\n`,
  )
  const last = `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`
  const plain = await upstreamOf((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(frames[0])
    setTimeout(() => response.end(`${frames[1]}${last}`), 60)
  })
  const packed = await upstreamOf((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' })
    response.end(gzipSync(`${frames.join('')}${last}`))
  })
  const console = await start({
    channels: [
      { name: 'plain', format: 'chat', baseUrl: plain, apiKey: 'none', models: ['plain'] },
      { name: 'packed', format: 'chat', baseUrl: packed, apiKey: 'none', models: ['packed'] },
    ],
  })
  await callApi(console, 'POST', '/recordings', {})
  await ask(console, { model: 'plain', stream: true })
  await ask(console, { model: 'packed', stream: true })
  const [compressed, recording] = await kept(console, 2)
  const events = recording?.calls[0]?.answer?.events ?? []
  expect(events.map(({ text }) => text)).toEqual([...frames, ...last.split('\n\n')].map((text) => text.trim()).filter(Boolean))
  expect((events[1]?.at ?? 0) - (events[0]?.at ?? 0)).toBeGreaterThan(30)
  expect(recording?.answer?.events?.map(({ text }) => /^event: (.*)$/m.exec(text)?.[1])).toContain('message_stop')
  expect(compressed?.calls[0]?.answer?.events?.map(({ text }) => text)).toEqual(events.map(({ text }) => text))
})

test('it ends by its number, by its time and by hand; other keys are not recorded; each change is in the audit', async () => {
  let time = Date.now()
  const console = await start({ now: () => time })
  expect((await callApi(console, 'POST', '/recordings', { requests: 0 })).json).toMatchObject({ error: { field: '/requests' } })
  expect((await callApi(console, 'POST', '/recordings', { key: 'nobody' })).json).toMatchObject({ error: { field: '/key' } })
  await callApi(console, 'POST', '/recordings', { requests: 2, key: 'laptop' })
  await ask(console, {}, { 'x-api-key': console.secrets.admin })
  for (let count = 0; count < 4; count++) await ask(console)
  expect(await kept(console, 2)).toHaveLength(2)
  expect((await report(console)).running).toBeUndefined()
  expect((await ask(console)).headers['interlingua-recorded']).toBeUndefined()

  await callApi(console, 'POST', '/recordings', { minutes: 1 })
  time += 61_000
  expect((await ask(console)).headers['interlingua-recorded']).toBeUndefined()
  expect((await report(console)).running).toBeUndefined()

  await callApi(console, 'POST', '/recordings', {})
  expect((await callApi(console, 'DELETE', '/recordings')).status).toBe(204)
  expect((await ask(console)).headers['interlingua-recorded']).toBeUndefined()
  const [first] = await kept(console, 2)
  expect((await callApi(console, 'DELETE', `/requests/${first?.id}/recording`)).status).toBe(204)
  expect((await callApi(console, 'DELETE', `/requests/${first?.id}/recording`)).status).toBe(404)
  expect((await callApi(console, 'DELETE', '/recordings/kept')).status).toBe(204)
  expect(await kept(console, 0)).toEqual([])
  const { rows } = (await callApi(console, 'GET', '/audit')).json as { rows: readonly { action: string }[] } // the API's own answer
  expect([...new Set(rows.map(({ action }) => action))].toSorted()).toEqual(['recording.delete', 'recording.start', 'recording.stop'])
})

test('a day later a recording is gone', async () => {
  let time = Date.now()
  const console = await start({ now: () => time })
  await callApi(console, 'POST', '/recordings', {})
  await ask(console)
  const [recording] = await kept(console, 1)
  time += 24 * 3_600_000 + 1
  expect((await report(console)).rows).toEqual([])
  expect((await callApi(console, 'GET', `/requests/${recording?.id}/recording`)).status).toBe(404)
})

test('each side is cut at 256 KiB, and at most a thousand recordings and 256 MiB are kept', async () => {
  const console = await start()
  await callApi(console, 'POST', '/recordings', {})
  await ask(console, { messages: [{ role: 'user', content: 'x'.repeat(400_000) }] })
  const [recording] = await kept(console, 1)
  expect(recording?.request.body).toMatchObject({ cut: true })
  expect(recording?.request.body.text).toHaveLength(256 * 1024)
  expect(recording?.request.body.bytes).toBeGreaterThan(400_000)
})

test('the configuration may forbid it, viewers see that it runs and no contents, others nothing', async () => {
  const forbidden = await start({ recording: false })
  expect((await callApi(forbidden, 'POST', '/recordings', {})).json).toMatchObject({ error: { code: 'conflict' } })
  expect(await report(forbidden)).toMatchObject({ allowed: false })
  await forbidden.close()
  const console = await start()
  const viewer = await callApi(console, 'POST', '/keys', { name: 'screen', role: 'viewer' })
  const { secret } = viewer.json as { readonly secret: string } // the API's own answer
  const asViewer = { authorization: `Bearer ${secret}` }
  expect((await callApi(console, 'POST', '/recordings', {}, asViewer)).status).toBe(403)
  await callApi(console, 'POST', '/recordings', {})
  await ask(console)
  const [recording] = await kept(console, 1)
  expect((await callApi(console, 'GET', '/recordings', undefined, asViewer)).status).toBe(200)
  expect((await callApi(console, 'GET', `/requests/${recording?.id}/recording`, undefined, asViewer)).status).toBe(403)
  expect((await callApi(console, 'GET', '/overview', undefined, asViewer)).json).toMatchObject({ recording: true })
})

test('a client that leaves, an upstream that breaks, and a refused request are recorded as far as they came', async () => {
  const broken = await upstreamOf((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(
      'data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":"Hi"}}]}\n\n',
    )
    setTimeout(() => response.destroy(), 20)
  })
  const console = await start({ channels: [{ name: 'broken', format: 'chat', baseUrl: broken, apiKey: 'none', models: ['gpt-5'] }] })
  await callApi(console, 'POST', '/recordings', {})
  await ask(console, { stream: true }).catch(() => {})
  await ask(console, { max_tokens: 'many' })
  const [refused, cut] = await kept(console, 2)
  expect(cut?.calls[0]).toMatchObject({
    failure: expect.any(String),
    answer: { status: 200, events: [{ text: expect.stringContaining('Hi') }] },
  })
  expect(refused).toMatchObject({ calls: [], answer: { status: 400 } })
})
