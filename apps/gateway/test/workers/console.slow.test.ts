import { issueKey } from '@interlingua/access'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openStores } from '../store/stores.ts'
import { waitFor } from '../wait-for.ts'
import { chatChannel, startChatUpstream } from './chat-upstream.ts'
import { bundle, key, type RunningWorkers, startWorkers } from './start-workers.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let workers: RunningWorkers
let admin = ''
const controllers: AbortController[] = []

beforeAll(async () => {
  const stores = await openStores()
  const options = (await stores.kinds[0]?.create()) ?? {}
  const store = await stores.open(options)
  const issued = issueKey({ name: 'ops', admin: true }, Date.now())
  await store.keys.insert(issued.key)
  admin = issued.secret
  const upstream = await startChatUpstream()
  workers = await startWorkers(await bundle(), { workers: 2, channels: [chatChannel(upstream.url)] }, options)
})
afterAll(() => {
  for (const controller of controllers) controller.abort()
})

interface Seen {
  readonly id: number | undefined
  readonly event: string
  readonly data: { readonly phase?: string; readonly request?: { readonly id: string; readonly outcome?: string } }
}

/** Opens a page's stream of events at whichever worker takes the connection. The list grows. */
async function openStream(lastId?: number): Promise<readonly Seen[]> {
  const controller = new AbortController()
  controllers.push(controller)
  const response = await fetch(`${workers.url}/admin/api/events?topics=request`, {
    headers: {
      authorization: `Bearer ${admin}`,
      // Another connection for each call, so that any worker may take it.
      connection: 'close',
      ...(lastId !== undefined && { 'last-event-id': String(lastId) }),
    },
    signal: controller.signal,
  })
  expect(response.status).toBe(200)
  const seen: Seen[] = []
  void read(response, seen).catch(() => {})
  return seen
}

async function read(response: Response, seen: Seen[]): Promise<void> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true }) // `fetch` gives bytes
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const [, event] = /^event: (.*)$/m.exec(block) ?? []
      const [, data = '{}'] = /^data: (.*)$/m.exec(block) ?? []
      const [, id] = /^id: (\d+)$/m.exec(block) ?? []
      if (event !== undefined) seen.push({ id: id === undefined ? undefined : Number(id), event, data: JSON.parse(data) as Seen['data'] }) // `serve-events.ts` wrote it
    }
  }
}

/** Asks once on a connection of its own; gives the id of the request. */
async function askOnce(): Promise<string> {
  const response = await fetch(`${workers.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hello' }] }),
  })
  await response.text()
  expect(response.status).toBe(200)
  return response.headers.get('x-request-id') ?? ''
}

/** Workers that answered requests, by the log. */
function answering(): ReadonlySet<unknown> {
  return new Set(workers.log().flatMap(({ worker, path }) => (path === '/v1/chat/completions' ? [worker] : [])))
}

const ended = (seen: readonly Seen[]): readonly (string | undefined)[] =>
  seen.flatMap(({ event, data }) => (event === 'request' && data.phase === 'end' ? [data.request?.id] : []))

test('a page at one worker hears of the requests of both, with one row of numbers', async () => {
  const seen = await openStream()
  const asked: string[] = []
  // Connections go to whichever worker accepts first.
  while (answering().size < 2 && asked.length < 500) {
    asked.push(await askOnce())
    await new Promise((done) => setTimeout(done, 20))
  }
  expect([...answering()].toSorted()).toEqual([1, 2])
  await waitFor(() => asked.every((id) => ended(seen).includes(id)))
  const numbers = seen.flatMap(({ id }) => id ?? [])
  expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index))

  // A page that comes back gets what it missed, at either worker, as long as another page was open.
  const last = numbers.at(-3) ?? 0
  for (let count = 0; count < 6; count++) {
    const again = await openStream(last)
    await waitFor(() => again.length >= 2)
    expect(again.slice(0, 2).map(({ event, id }) => [event, id])).toEqual([
      ['request', last + 1],
      ['request', last + 2],
    ])
  }
})

test('after a time without pages earlier numbers are of no use, and pages are told so', async () => {
  const seen = await openStream()
  const id = await askOnce()
  await waitFor(() => ended(seen).includes(id))
  const last = seen.at(-1)?.id ?? 0
  for (const controller of controllers.splice(0)) controller.abort()
  // The workers notice one after the other.
  await waitFor(async () => {
    await askOnce()
    const again = await openStream(last)
    await waitFor(() => again.length > 0)
    const isReset = again[0]?.event === 'reset'
    for (const controller of controllers.splice(0)) controller.abort()
    return isReset
  })
})

test('an order to record is exact over both workers, whichever takes it', async () => {
  const headers = { authorization: `Bearer ${admin}`, 'content-type': 'application/json', connection: 'close' }
  const report = async (): Promise<{ readonly rows: readonly object[]; readonly running?: object }> =>
    (await (await fetch(`${workers.url}/admin/api/recordings`, { headers })).json()) as never // the API's own answer
  const begun = await fetch(`${workers.url}/admin/api/recordings`, { method: 'POST', headers, body: JSON.stringify({ requests: 7 }) })
  expect(begun.status).toBe(200)
  // The other worker hears of it within five seconds.
  await new Promise((done) => setTimeout(done, 6_000))
  await Promise.all(Array.from({ length: 40 }, askOnce))
  await waitFor(async () => (await report()).rows.length === 7)
  expect((await report()).running).toBeUndefined()
})

test('both secrets of a rotated key work at all workers, and end at all of them', async () => {
  const callApi = async (method: string, path: string, body?: object): Promise<Readonly<Record<string, unknown>>> => {
    const response = await fetch(`${workers.url}/admin/api/keys${path}`, {
      method,
      headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json', connection: 'close' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    expect(response.ok, text).toBe(true)
    return text === '' ? {} : (JSON.parse(text) as Readonly<Record<string, unknown>>) // each answer is an object
  }
  /** Statuses of requests on connections of their own, of which each worker gets some. */
  const statusesOf = async (secret: unknown): Promise<readonly number[]> => {
    const ask = async (): Promise<number> => {
      const headers = { authorization: `Bearer ${String(secret)}`, connection: 'close' }
      const response = await fetch(`${workers.url}/v1/models`, { headers })
      await response.text()
      return response.status
    }
    return [...new Set(await Promise.all(Array.from({ length: 12 }, ask)))]
  }
  const first = await callApi('POST', '', { name: 'turning' })
  const path = `/${String(first['id'])}`
  expect(await statusesOf(first['secret'])).toEqual([200])
  const second = await callApi('POST', `${path}/rotate`, { graceSeconds: 3600 })
  await waitFor(async () => String(await statusesOf(second['secret'])) === '200')
  expect(await statusesOf(first['secret'])).toEqual([200])
  await callApi('DELETE', `${path}/previous`)
  await waitFor(async () => String(await statusesOf(first['secret'])) === '401')
  const third = await callApi('POST', `${path}/rotate`, { graceSeconds: 3600 })
  await waitFor(async () => String(await statusesOf(third['secret'])) === '200')
  expect(await statusesOf(second['secret'])).toEqual([200])
  await callApi('DELETE', path)
  for (const { secret } of [second, third]) await waitFor(async () => String(await statusesOf(secret)) === '401')
})
