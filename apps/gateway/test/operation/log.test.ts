import { expect, test, vi } from 'vitest'
import { createLog } from '../../src/operation/log.ts'
import { post } from '../post.ts'
import { startGateway } from '../start-gateway.ts'
import { waitFor } from '../wait-for.ts'

const ask = { model: 'demo-chat', max_tokens: 50, messages: [{ role: 'user', content: 'Hello' }] }
const ownId = /^req_[0-9a-z]{24}$/

test('a client that names its request gets that name back, and finds it in the log beside the id of the usage record', async () => {
  const { url, log } = await startGateway()
  const named = await post(`${url}/v1/messages`, ask, { 'x-request-id': 'mine/2026-11-21:7' })
  expect(named.headers.get('request-id')).toBe('mine/2026-11-21:7')
  const again = await post(`${url}/v1/chat/completions`, ask, { 'request-id': 'mine-again' })
  expect(again.headers.get('x-request-id')).toBe('mine-again')
  await waitFor(() => log().filter(({ status }) => status === 200).length === 2)
  const lines = log().filter(({ status }) => status === 200)
  expect(lines.map(({ id }) => id)).toEqual(['mine/2026-11-21:7', 'mine-again'])
  for (const { record } of lines) expect(record).toMatch(ownId)
  expect(lines[0]).not.toHaveProperty('upstreamId')
  // An upstream of the client's format names the request in its answer too.
  expect(lines[1]).toHaveProperty('upstreamId')
})

test("a request that its client did not name has its upstream's name where the formats are the same, and both names are in the log", async () => {
  const { url, log } = await startGateway()
  const { headers } = await post(`${url}/v1/chat/completions`, ask)
  await waitFor(() => log().some(({ status }) => status === 200))
  const line = log().find(({ status }) => status === 200)
  expect(line).toMatchObject({ id: expect.stringMatching(ownId), upstreamId: headers.get('x-request-id') })
})

test('names that cannot stand in a header or a log as they are are not taken over', async () => {
  const { url } = await startGateway()
  for (const id of ['x'.repeat(129), 'with space', '"quoted"', '<b>', 'a;b']) {
    const { headers } = await post(`${url}/v1/messages`, ask, { 'x-request-id': id })
    expect(headers.get('request-id')).toMatch(ownId)
  }
})

test('a request is one line, with the trace that its client is in, and without its query, its credentials and its content', async () => {
  const { url, log } = await startGateway()
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  await post(`${url}/v1/messages?key=in-the-query`, { ...ask, messages: [{ role: 'user', content: 'planted-content' }] }, { traceparent })
  await waitFor(() => log().some(({ path }) => path === '/v1/messages'))
  const lines = log().filter(({ path }) => path === '/v1/messages')
  expect(lines).toEqual([
    {
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      id: expect.stringMatching(ownId),
      trace: '4bf92f3577b34da6a3ce929d0e0e4736',
      method: 'POST',
      path: '/v1/messages',
      status: 200,
      outcome: 'ok',
      millis: expect.any(Number),
      keyId: expect.any(String),
      format: 'messages',
      channel: 'demo-chat',
      upstream: 'chat',
      model: 'demo-chat',
      input: expect.any(Number),
      output: expect.any(Number),
    },
  ])
})

test('the start and the end of a gateway are lines too', async () => {
  const { url, log, close } = await startGateway()
  await post(`${url}/v1/messages`, ask)
  await close()
  expect(log().map(({ event, path }) => event ?? path)).toEqual(['start', '/v1/messages', 'drain'])
})

test('the level says what is written, and requests can be left out', async () => {
  const run = async (log: 'off' | { level?: 'warn' | 'debug'; requests?: boolean }): Promise<readonly unknown[]> => {
    const gateway = await startGateway({ log })
    await post(`${gateway.url}/v1/messages`, ask)
    await post(`${gateway.url}/v1/messages`, { ...ask, model: 'nobody-has-it' })
    await gateway.close()
    return gateway.log().map(({ event, status }) => event ?? status)
  }
  expect(await run('off')).toEqual([])
  expect(await run({ level: 'warn' })).toEqual([])
  expect(await run({ requests: false })).toEqual(['start', 'drain'])
  expect(await run({ level: 'debug' })).toEqual(['start', 200, 404, 'drain'])
})

test('whatever could be a secret is struck out of a line by its name, one level deep as well', () => {
  let text = ''
  const log = createLog((lines) => void (text += lines), { level: 'info', requests: true })
  const secret = 'planted-secret'
  log.write('warn', 'mistake', { apiKey: secret, authorization: secret, url: `http://x/?key=${secret}`, headers: secret })
  // A mistake of ours might hand over more than the types allow.
  log.write('warn', 'mistake', { channel: { apiKey: secret, headers: { 'x-api-key': secret }, password: secret, name: 'kept' } } as never)
  log.request({ id: 'r', token: secret, cookie: secret }, false)
  log.flush()
  expect(text).not.toContain(secret)
  expect(text).toContain('kept')
  expect(text.match(/\[Redacted\]/g)).toHaveLength(9)
})

test('lines are written together, soon', async () => {
  const writes: string[] = []
  const log = createLog((text) => void writes.push(text), { level: 'info', requests: true })
  for (let index = 0; index < 100; index++) log.request({ id: String(index) }, false)
  expect(writes).toEqual([])
  await waitFor(() => writes.length > 0)
  expect(writes).toHaveLength(1)
  expect(writes[0]?.trimEnd().split('\n')).toHaveLength(100)
})

test('a line of a request tells its time to the millisecond', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    let text = ''
    const log = createLog((lines) => void (text += lines), { level: 'info', requests: true })
    const times = [
      '2026-11-22T09:59:59.000Z',
      '2026-11-22T09:59:59.007Z',
      '2026-11-22T09:59:59.999Z',
      '2026-11-22T10:00:00.012Z',
      '2026-11-22T09:59:59.120Z',
    ]
    for (const time of times) {
      vi.setSystemTime(new Date(time))
      log.request({ id: 'r' }, false)
    }
    log.flush()
    const told = text
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { time: string }).time) // each line is one object
    expect(told).toEqual(times)
  } finally {
    vi.useRealTimers()
  }
})
