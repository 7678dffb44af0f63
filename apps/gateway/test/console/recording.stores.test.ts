import { describe, expect, test } from 'vitest'
import { dropAbsent } from '@interlingua/adapter-kit'
import type { AuditEntry, Recording, RecordingReport } from '@interlingua/console/api'
import { atEnd } from '../at-end.ts'
import type { FileConfig } from '../../src/config/config-schema.ts'
import { openSocket } from '../sockets/open-socket.ts'
import { startGateway, type RunningGateway } from '../start-gateway.ts'
import { startUpstream } from '../start-upstream.ts'
import { openStores } from '../store/stores.ts'

const { kinds } = await openStores()
const upstream = await startUpstream()
const channels: FileConfig['channels'] = [
  { name: 'local', format: 'chat', baseUrl: upstream.url, apiKey: 'secret-of-the-channel', models: ['m'] },
]
const answer = {
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 },
}
upstream.answer = (response, { headers, body }) => {
  if (body.includes('"stream":true')) {
    const event = (delta: object, reason: string | null): string =>
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    return response.end(`${event({ role: 'assistant', content: 'Hello' }, null)}${event({}, 'stop')}data: [DONE]\n\n`)
  }
  response.writeHead(200, { 'content-type': 'application/json', 'x-echo': headers.authorization ?? '' })
  return response.end(JSON.stringify(answer))
}

/** Asks once; gives whether the answer says that it is recorded. */
async function ask({ url }: RunningGateway, path = '/v1/chat/completions'): Promise<boolean> {
  const input = path.endsWith('responses') ? { input: 'Hello' } : { messages: [{ role: 'user', content: 'Hello' }] }
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { authorization: 'Bearer any', 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'm', ...input }),
  })
  await response.text()
  return response.headers.get('interlingua-recorded') === '1'
}

async function call<Answer>({ url }: RunningGateway, admin: string, path: string, method = 'GET', body?: object): Promise<Answer> {
  for (;;) {
    const response = await fetch(`${url}/admin/api${path}`, {
      method,
      headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (response.status === 429) await new Promise((done) => setTimeout(done, 300))
    else return (response.status === 204 ? {} : await response.json()) as Answer // the API's own answer
  }
}

describe.each(kinds)('on $name', ({ create }) => {
  test('two gateways on one store record exactly as many requests as were ordered, and read what either has kept', async () => {
    const place = dropAbsent(await create())
    const [first, second] = [await startGateway({ channels, ...place }), await startGateway({ channels, ...place })]
    const admin = await first.issue({ name: 'ops', admin: true })
    expect([await ask(first), await ask(second)]).toEqual([false, false])
    await call(first, admin, '/recordings', 'POST', { requests: 3 })
    // The other one hears of it within five seconds.
    await expect.poll(async () => (await call<{ recording: boolean }>(second, admin, '/overview')).recording).toBe(true)
    await Promise.all(Array.from({ length: 12 }, (_, index) => ask(index % 2 === 0 ? first : second)))
    for (const gateway of [first, second]) {
      await expect.poll(async () => (await call<RecordingReport>(gateway, admin, '/recordings')).rows.length).toBe(3)
      expect((await call<RecordingReport>(gateway, admin, '/recordings')).running).toBeUndefined()
      expect(await ask(gateway)).toBe(false)
    }
    const { rows } = await call<RecordingReport>(second, admin, '/recordings')
    for (const { id } of rows) {
      const recording = await call<Recording>(first, admin, `/requests/${id}/recording`)
      expect(recording).toMatchObject({ format: 'chat', calls: [{ channel: 'local', answer: { status: 200 } }], answer: { status: 200 } })
      expect(JSON.stringify(recording)).not.toContain('secret-of-the-channel')
    }
  })

  test('an order of the configuration is taken once, by one of the gateways, and is in the audit', async () => {
    const place = dropAbsent(await create())
    const until = new Date(Date.now() + 600_000).toISOString()
    const settings = { channels, ...place, recording: { until, requests: 2, redact: ['Hel*'] } }
    const first = await startGateway(settings)
    const admin = await first.issue({ name: 'ops', admin: true })
    await expect.poll(async () => (await call<{ recording: boolean }>(first, admin, '/overview')).recording).toBe(true)
    const second = await startGateway(settings)
    for (let count = 0; count < 4; count++) await ask(first)
    await expect.poll(async () => (await call<RecordingReport>(first, admin, '/recordings')).rows.length).toBe(2)
    const { rows } = await call<RecordingReport>(second, admin, '/recordings')
    const recording = await call<Recording>(second, admin, `/requests/${rows[0]?.id}/recording`)
    expect(recording.request.body.text).toContain('[redacted]')
    expect(recording.request.body.text).not.toContain('Hello')
    // Neither the second one nor a third begins it anew.
    const third = await startGateway(settings)
    for (const gateway of [second, third]) expect((await call<RecordingReport>(gateway, admin, '/recordings')).running).toBeUndefined()
    const { rows: changes } = await call<{ rows: readonly AuditEntry[] }>(first, admin, '/audit')
    expect(changes.filter(({ action }) => action === 'recording.start')).toMatchObject([
      { who: 'configuration', after: { requests: 2, until } },
    ])
  })

  test('a frame of a WebSocket is recorded as a request of its own', async () => {
    const place = dropAbsent(await create())
    const gateway = await startGateway({ channels, ...place })
    const admin = await gateway.issue({ name: 'ops', admin: true })
    await call(gateway, admin, '/recordings', 'POST', {})
    const socket = await openSocket(gateway.url)
    atEnd(() => socket.socket.terminate())
    await socket.turn({ type: 'response.create', model: 'm', input: [{ role: 'user', content: 'Hello' }] })
    await expect.poll(async () => (await call<RecordingReport>(gateway, admin, '/recordings')).rows.length).toBeGreaterThan(0)
    const { rows } = await call<RecordingReport>(gateway, admin, '/recordings')
    const all = await Promise.all(rows.map(({ id }) => call<Recording>(gateway, admin, `/requests/${id}/recording`)))
    const turn = all.find(({ calls }) => calls.length > 0)
    expect(turn).toMatchObject({ format: 'responses', path: '/v1/responses', calls: [{ channel: 'local', format: 'chat' }] })
    expect(turn?.answer?.events?.some(({ text }) => text.includes('response.completed'))).toBe(true)
    expect(turn?.calls[0]?.answer?.events?.length).toBe(3)
  })
})
