import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { send, startConsole, type StartedConsole } from './support/start-console.ts'
import { createEventHub, type EventReceiver } from '../src/events/event-hub.ts'

let started: StartedConsole
beforeAll(async () => {
  started = await startConsole()
})
afterAll(() => started.close())

const headers = (): Record<string, string> => ({ authorization: `Bearer ${started.secrets.admin}` })

/** Reads a stream of events until `count` of them came. */
async function readEvents(topics: string, count: number, act: () => Promise<unknown>): Promise<{ event: string; data: unknown }[]> {
  const response = await fetch(`${started.url}/admin/api/events?topics=${topics}`, { headers: headers() })
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const acting = act()
  let text = ''
  const found: { event: string; data: unknown }[] = []
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = /^event: (.*)$/m.exec(block)?.[1]
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (event !== undefined && data !== undefined) found.push({ event, data: JSON.parse(data) })
    }
    if (found.length >= count) break
  }
  await acting
  return found
}

test('an open page is told of a request when it begins, when a channel is called, and when it ends, without content', async () => {
  const ask = () =>
    send(
      `${started.url}/v1/messages`,
      'POST',
      {
        'x-api-key': started.secrets.plain,
        'anthropic-version': '2023-06-01',
        'user-agent': 'claude-cli/2.1.330 (external, cli)',
        'content-type': 'application/json',
      },
      { model: 'gpt-5', max_tokens: 20, top_k: 5, messages: [{ role: 'user', content: 'a secret word' }] },
    )
  const found = await readEvents('request', 3, ask)
  expect(found).toMatchObject([
    { event: 'request', data: { phase: 'begin', request: { operation: 'generate', format: 'messages' } } },
    {
      event: 'request',
      data: { phase: 'attempt', request: { key: { name: 'laptop' }, model: 'gpt-5', format: 'messages', channel: 'local' } },
    },
    {
      event: 'request',
      data: {
        phase: 'end',
        request: {
          model: 'gpt-5',
          channel: 'local',
          status: 200,
          outcome: 'ok',
          client: 'claude-code 2.1.330',
          tokens: { input: 12, output: 3 },
          notices: ['gateway/cache-key-added', 'chat/top-k'],
        },
      },
    },
  ])
  expect(JSON.stringify(found)).not.toContain('secret word')
  const overview = await send(`${started.url}/admin/api/overview`, 'GET', headers())
  expect(overview.json).toMatchObject({
    last15: { requests: 1, errors: 0, firstByte: { p50: expect.any(Number) as unknown } },
    steps: [{ done: true }, { done: true }, { done: true }, { id: 'agent', done: true }],
    lately: [{ key: { name: 'laptop' }, client: 'claude-code 2.1.330' }],
    channels: [{ name: 'broken' }, { name: 'local', format: 'chat', state: 'closed', openForMs: 0 }],
  })
})

test('a request without a key is told of with its refusal', async () => {
  const found = await readEvents('request', 2, () => send(`${started.url}/v1/messages`, 'POST', {}, {}))
  expect(found[1]).toMatchObject({ data: { phase: 'end', request: { status: 401, outcome: 'authentication' } } })
})

test('topics that there are not are refused, and the seventeenth page has to wait', async () => {
  expect((await send(`${started.url}/admin/api/events?topics=gossip`, 'GET', headers())).status).toBe(400)
  const controller = new AbortController()
  const open = async (): Promise<number> =>
    (await fetch(`${started.url}/admin/api/events`, { headers: headers(), signal: controller.signal })).status
  const statuses: number[] = []
  // Slower than the rate of calls.
  for (let count = 0; count < 17; count++) {
    statuses.push(await open())
    await pause(60)
  }
  expect(statuses).toEqual([...Array.from({ length: 16 }, () => 200), 429])
  controller.abort()
})

test('a page that comes back gets what it missed, or is told to begin anew', () => {
  const hub = createEventHub()
  const got: number[] = []
  const topics = new Set(['key'] as const)
  const first = hub.subscribe(topics, undefined, ({ id }) => got.push(id ?? 0))
  for (const id of ['a', 'b', 'c']) hub.publish({ topic: 'key', data: { id } })
  expect(got).toEqual([1, 2, 3])
  const second = hub.subscribe(topics, 1, () => {})
  expect(second.missed?.map(({ event }) => event.data)).toEqual([{ id: 'b' }, { id: 'c' }])
  expect(hub.subscribe(new Set(['config'] as const), 1, () => {}).missed).toEqual([])
  // Numbers that this process never gave.
  expect(hub.subscribe(topics, 99, () => {}).missed).toBeUndefined()
  first.end()
  second.end()
})

test('events that nobody heard are not passed over in silence', () => {
  const hub = createEventHub()
  const topics = new Set(['key'] as const)
  const { end } = hub.subscribe(topics, undefined, () => {})
  hub.publish({ topic: 'key', data: { id: 'a' } })
  end()
  expect(hub.listening).toBe(false)
  // Nothing happened meanwhile.
  const back = hub.subscribe(topics, 1, () => {})
  expect(back.missed).toEqual([])
  back.end()
  hub.publish({ topic: 'key', data: { id: 'b' } })
  expect(hub.subscribe(topics, 1, () => {}).missed).toBeUndefined()
})

test('more events than are kept: the oldest are gone', () => {
  const hub = createEventHub()
  const topics = new Set(['key'] as const)
  hub.subscribe(topics, undefined, () => {})
  for (let count = 0; count < 2500; count++) hub.publish({ topic: 'key', data: { id: String(count) } })
  expect(hub.subscribe(topics, 10, () => {}).missed).toBeUndefined()
  expect(hub.subscribe(topics, 2000, () => {}).missed).toHaveLength(500)
})

/** Two processes of one gateway, over an exchange that numbers events as the primary process does. */
function createPair() {
  const receivers: EventReceiver[] = []
  const watching = new Set<number>()
  let last = 0
  const hubs = [0, 1].map((index) =>
    createEventHub({
      watch(on) {
        const before = watching.size > 0
        if (on) watching.add(index)
        else watching.delete(index)
        if (watching.size > 0 === before) return
        if (watching.size > 0) last++
        for (const receiver of receivers) receiver.heed(watching.size > 0, last)
      },
      report(event) {
        last++
        for (const receiver of receivers) receiver.hear(last, event)
      },
      connect: (receiver) => void receivers.push(receiver),
    }),
  )
  return hubs
}

test('pages hear of the events of all processes, and may come back at another one', () => {
  const [one, other] = createPair()
  if (!one || !other) throw new Error('there are two')
  const topics = new Set(['key', 'config'] as const)
  const got: unknown[] = []
  expect([one.listening, other.listening]).toEqual([false, false])
  const first = one.subscribe(topics, undefined, ({ event }) => got.push(event.data))
  expect([one.listening, other.listening, other.hasPages]).toEqual([true, true, false])
  other.publish({ topic: 'key', data: { id: 'a' } })
  one.publish({ topic: 'key', data: { id: 'b' } })
  // Each process reads its configuration itself.
  other.show({ topic: 'config', data: {} })
  expect(got).toEqual([{ id: 'a' }, { id: 'b' }])
  const second = other.subscribe(topics, 2, () => {})
  expect(second.missed?.map(({ event }) => event.data)).toEqual([{ id: 'b' }])
  first.end()
  expect(one.listening).toBe(true)
  second.end()
  expect([one.listening, other.listening]).toEqual([false, false])
  one.publish({ topic: 'key', data: { id: 'c' } })
  // An event passed unheard.
  expect(other.subscribe(topics, 3, () => {}).missed).toBeUndefined()
})
