import type { AuditEntry, ChannelDetails, ChannelHealth, ChannelReport, ChannelTestReport, Page } from '@interlingua/console/api'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { issueKey } from '@interlingua/access'
import { callApi, send, startConsole, type StartedConsole } from './support/start-console.ts'

const secret = 'sk-of-the-channel-0123456789'
const usual = (_request: IncomingMessage, response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(
    JSON.stringify({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1,
      model: 'gpt-5',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Good day.' }, finish_reason: 'stop' }],
    }),
  )
}

let upstream: ReturnType<typeof createServer>
let serve = usual
let calls: string[] = []
let started: StartedConsole

beforeEach(async () => {
  serve = usual
  calls = []
  upstream = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`)
    request.resume().on('end', () => serve(request, response))
  })
  await new Promise<void>((done) => void upstream.listen(0, '127.0.0.1', done))
  const baseUrl = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}` // a listening server has one
  const shared = { format: 'chat', baseUrl, apiKey: secret, models: ['gpt-5'], circuitBreaker: { failures: 2, cooldown: 60 } } as const
  started = await startConsole({
    channels: [
      { name: 'first', ...shared },
      { name: 'team-second', ...shared, baseUrl: `${baseUrl}/second`, priority: 1 },
    ],
  })
})
afterEach(async () => {
  await started.close()
  upstream.close()
})

async function ask(): Promise<Awaited<ReturnType<typeof send>>> {
  const { url, secrets } = started
  return send(
    `${url}/v1/chat/completions`,
    'POST',
    { authorization: `Bearer ${secrets.plain}`, 'content-type': 'application/json' },
    { model: 'gpt-5', messages: [{ role: 'user', content: 'Hello' }] },
  )
}

async function call<Answered>(method: string, path: string, body?: unknown, status = 200): Promise<Answered> {
  const answered = await callApi(started, method, path, body)
  expect([answered.status, answered.text]).toEqual([status, expect.anything()])
  return answered.json as Answered // the API's own answer
}

const stateOf = async (): Promise<readonly (readonly [string, string, string | undefined])[]> =>
  (await call<{ rows: readonly ChannelReport[] }>('GET', '/channels')).rows.map(({ name, state, cause }) => [name, state, cause])
const audited = async (): Promise<readonly AuditEntry[]> => (await call<Page<AuditEntry>>('GET', '/audit')).rows
const second = '/channels/team-second'

test('requests of a paused channel go to the others, and are refused as with an open breaker where none is left', async () => {
  expect((await ask()).status).toBe(200)
  const paused = await call<ChannelHealth>('POST', '/channels/first/pause', { seconds: 600 })
  expect(paused).toMatchObject({ name: 'first', state: 'open', cause: 'pause' })
  expect(Math.round(paused.openForMs / 1000)).toBe(600)
  expect((await ask()).status).toBe(200)
  expect(calls).toEqual(['POST /v1/chat/completions', 'POST /second/v1/chat/completions'])
  await call('POST', `${second}/pause`, { seconds: 5 })
  const refused = await ask()
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5'])
  expect(calls).toHaveLength(2)
  expect((await send(`${started.url}/readyz`)).status).toBe(503)
  expect(await stateOf()).toEqual([
    ['first', 'open', 'pause'],
    ['team-second', 'open', 'pause'],
  ])

  expect(await call('DELETE', '/channels/first/pause')).toMatchObject({ state: 'closed', openForMs: 0 })
  expect((await ask()).status).toBe(200)
  expect(calls.at(-1)).toBe('POST /v1/chat/completions')
  await call('DELETE', '/channels/first/pause', undefined, 409)
  expect((await audited()).map(({ action, subject }) => `${action} ${subject}`)).toEqual([
    'channel.resume first',
    'channel.pause team-second',
    'channel.pause first',
  ])
})

test('an open breaker lets the next request through when it is told to', async () => {
  serve = (request, response) =>
    request.url?.startsWith('/second') === true ? usual(request, response) : void response.writeHead(503, {}).end('busy')
  for (let count = 0; count < 2; count++) await ask()
  expect((await stateOf())[0]).toEqual(['first', 'open', 'failures'])
  serve = usual
  calls = []
  await ask()
  expect(calls).toEqual(['POST /second/v1/chat/completions'])
  expect(await call('POST', '/channels/first/retry')).toMatchObject({ state: 'half-open' })
  expect((await ask()).status).toBe(200)
  expect(calls.at(-1)).toBe('POST /v1/chat/completions')
  expect((await stateOf())[0]?.[1]).toBe('closed')
  await call('POST', '/channels/first/retry', undefined, 409)
  await call('POST', '/channels/first/pause', { seconds: 60 })
  expect(await call('POST', '/channels/first/retry', undefined, 409)).toMatchObject({
    error: { message: expect.stringContaining('paused') },
  })
  expect((await audited()).filter(({ action }) => action === 'channel.retry')).toHaveLength(1)
})

test('the details have the last failure in the words of the upstream, without credentials, of bounded length', async () => {
  expect(await call<ChannelDetails>('GET', second)).toMatchObject({
    name: 'team-second',
    state: 'closed',
    policy: { strictness: 'report' },
  })
  serve = (_request, response) => {
    response.writeHead(500, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify({
        error: { message: `the disk of ${secret} has no room for "a poem of spring" ${'x'.repeat(5000)}`, type: 'server_error' },
      }),
    )
  }
  await ask()
  const { lastFailure, until } = await call<ChannelDetails>('GET', '/channels/first')
  expect(lastFailure).toMatchObject({ status: 500, message: expect.stringMatching(/^the disk of \[key\] has no room for \[…\] x+$/) })
  expect(lastFailure?.message?.length).toBeLessThanOrEqual(300)
  expect(Math.abs(Date.now() - Date.parse(lastFailure?.at ?? ''))).toBeLessThan(10_000)
  expect(until).toBeUndefined()
  await ask()
  const open = await call<ChannelDetails>('GET', '/channels/first')
  expect(open).toMatchObject({ state: 'open', cause: 'failures' })
  expect(Date.parse(open.until ?? '') - Date.now()).toBeGreaterThan(50_000)

  // A wrong request is no failure of the channel, and its error may quote the caller.
  serve = (_request, response) => {
    response.writeHead(400, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: { message: 'Hello is no good text', type: 'invalid_request_error' } }))
  }
  await ask()
  expect((await call<ChannelDetails>('GET', second)).lastFailure).toBeUndefined()
})

test('a failed connection and a refused key are told as well', async () => {
  serve = (_request, response) => {
    response.writeHead(401, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: { message: `Incorrect API key: ${secret}`, code: 'invalid_api_key' } }))
  }
  expect((await ask()).text).not.toContain('Incorrect')
  expect((await call<ChannelDetails>('GET', '/channels/first')).lastFailure).toMatchObject({
    status: 401,
    message: 'Incorrect API key: [key]',
  })
  serve = (request) => void request.socket.destroy()
  await ask()
  expect((await call<ChannelDetails>('GET', '/channels/first')).lastFailure?.message).toMatch(/broke before its answer was complete/)
})

test('a test counts the models of the list, or tells the words of the upstream, and is not made twice in a row', async () => {
  serve = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const data = ['a', 'b', 'c'].map((id) => ({ id, object: 'model', created: 1, owned_by: 'me' }))
    response.end(JSON.stringify({ object: 'list', data }))
  }
  // A pause does not keep an operator from looking.
  await call('POST', '/channels/first/pause', { seconds: 60 })
  expect(await call<ChannelTestReport>('POST', '/channels/first/test')).toEqual({ models: 3, status: 200, millis: expect.any(Number) })
  expect(calls).toEqual(['GET /v1/models'])
  const { url, secrets } = started
  const again = await send(`${url}/admin/api/channels/first/test`, 'POST', { authorization: `Bearer ${secrets.admin}` })
  expect([again.status, Number(again.headers['retry-after']) > 2]).toEqual([429, true])
  expect(calls).toHaveLength(1)

  serve = (_request, response) => {
    response.writeHead(403, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: { message: `no entry for ${secret}` } }))
  }
  expect(await call<ChannelTestReport>('POST', `${second}/test`)).toMatchObject({ status: 403, problem: 'no entry for [key]' })
  expect((await audited()).filter(({ action }) => action === 'channel.test')).toHaveLength(2)
})

test('a server that lists nothing, or hangs up, is told', async () => {
  serve = (_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>hello</p>')
  expect(await call('POST', '/channels/first/test')).toMatchObject({ status: 200, problem: 'The answer is no list of models.' })
  serve = (request) => void request.socket.destroy()
  const report = await call<ChannelTestReport>('POST', `${second}/test`)
  expect([report.status, report.problem]).toEqual([undefined, 'No connection to the upstream could be made.'])
})

test('only operators may, only what there is, and no longer than a day', async () => {
  const viewer = issueKey({ name: 'wall', viewer: true }, Date.now())
  await started.store.keys.insert(viewer.key)
  for (const [method, path] of [
    ['GET', '/channels/first'],
    ['POST', '/channels/first/retry'],
    ['POST', '/channels/first/pause'],
    ['DELETE', '/channels/first/pause'],
    ['POST', '/channels/first/test'],
  ] as const)
    for (const key of [viewer.secret, started.secrets.plain]) {
      const refused = await callApi(started, method, path, method === 'POST' ? {} : undefined, { authorization: `Bearer ${key}` })
      expect([path, refused.status]).toEqual([path, 403])
    }
  for (const seconds of [0, 86_401, 1.5, '60']) await call('POST', '/channels/first/pause', { seconds }, 400)
  await call('POST', '/channels/first/pause', { minutes: 5 }, 400)
  await call('POST', '/channels/first/retry', { now: true }, 400)
  await call('POST', '/channels/none/pause', { seconds: 5 }, 404)
  await call('GET', '/channels/first?full=yes', undefined, 400)
  expect(await audited()).toEqual([])
  expect(calls).toEqual([])
})

test('a client that leaves is no failure of the channel', async () => {
  let arrived = (): void => {}
  let closed = (): void => {}
  const asked = new Promise<void>((done) => (arrived = done))
  const ended = new Promise<void>((done) => (closed = done))
  serve = (_request, response) => {
    response.on('close', closed)
    arrived()
  }
  const { url, secrets } = started
  const controller = new AbortController()
  const left = fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secrets.plain}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'gpt-5', messages: [{ role: 'user', content: 'Hello' }] }),
    signal: controller.signal,
  }).catch(() => 'left')
  await asked
  controller.abort()
  expect(await left).toBe('left')
  await ended
  expect((await call<ChannelDetails>('GET', '/channels/first')).lastFailure).toBeUndefined()
})

test('a pause outlasts a change of the channel, and not its removal', async () => {
  await call('POST', '/channels/first/pause', { seconds: 60 })
  const { origin } = started.gateway.state?.channels[0] ?? {}
  const line = { name: 'first', format: 'chat', baseUrl: String(origin), apiKey: secret, models: ['gpt-5'] } as const
  const states = async (...channels: readonly object[]): Promise<unknown> => {
    started.gateway.prepare({ upstreams: { channels: channels as (typeof line)[] } })() // each is a line with another member
    return stateOf()
  }
  expect(await states({ ...line, apiKey: 'another-key-0123456789' })).toEqual([['first', 'open', 'pause']])
  expect(await states({ ...line, baseUrl: `${origin}/elsewhere`, priority: 3 })).toEqual([['first', 'open', 'pause']])
  expect(await states({ ...line, name: 'other' })).toEqual([['other', 'closed', undefined]])
  expect(await states(line)).toEqual([['first', 'closed', undefined]])
})
