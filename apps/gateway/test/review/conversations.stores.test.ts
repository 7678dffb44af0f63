import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ChannelConfig } from '../../src/config/config-schema.ts'
import { startRecorder } from '../conversations/start-recorder.ts'
import { statusOf } from '../conversations/status-of.ts'
import { dropAbsent } from '@interlingua/adapter-kit'
import { openaiClient } from '../sdk-clients.ts'
import { startGateway } from '../start-gateway.ts'
import { startUpstream } from '../start-upstream.ts'
import { openStores } from '../store/stores.ts'

const { kinds, open } = await openStores()
const recorder = await startRecorder()
const past = (millis: number): Promise<void> => new Promise((done) => setTimeout(done, millis))

afterEach(() => void vi.useRealTimers())

describe.each(kinds)('on $name', ({ create }) => {
  test('what a kept response goes on from is kept as long as the response itself', async () => {
    const { url } = await startGateway({ channels: recorder.channels, ...dropAbsent(await create()), responses: { retention: 86_400 } })
    const client = openaiClient(url)
    const model = 'demo-chat'
    vi.useFakeTimers({ toFake: ['Date'] })
    const passDays = (days: number): void => void vi.setSystemTime(Date.now() + days * 86_400_000)
    const first = await client.responses.create({ model, input: 'first' })
    passDays(0.4)
    const second = await client.responses.create({ model, input: 'second', previous_response_id: first.id })
    passDays(0.8)
    const third = await client.responses.create({ model, input: 'third', previous_response_id: second.id })
    expect(third.previous_response_id).toBe(second.id)
    expect(JSON.stringify(recorder.seen.at(-1)?.body)).toContain('first')
    // Without prolongation the first response would have expired by now, and in the end it does.
    passDays(1.1)
    expect(await statusOf(client.responses.retrieve(first.id))).toMatchObject({ status: 404 })
  })

  test('a reference that is put into a conversation is the item that it stands for, or refused where the caller has none', async () => {
    const gateway = await startGateway({ channels: recorder.channels, ...dropAbsent(await create()) })
    const client = openaiClient(gateway.url)
    const other = openaiClient(gateway.url, { apiKey: await gateway.issue() })
    const { output } = await client.responses.create({ model: 'demo-chat', input: 'say melon' })
    const items = [{ type: 'item_reference' as const, id: output[0]?.id ?? '' }]
    const { id } = await client.conversations.create({ items })
    await client.conversations.items.create(id, { items })
    expect((await client.conversations.items.list(id)).data).toMatchObject([{ role: 'assistant' }, { role: 'assistant' }])
    await client.responses.create({ model: 'demo-messages', input: 'go on', conversation: id })
    expect(JSON.stringify(recorder.seen.at(-1)?.body)).toContain('say melon')
    const never = [{ type: 'item_reference' as const, id: 'msg_neverwas_0' }]
    const own = await other.conversations.create()
    for (const [tried, name] of [
      [items, items[0]?.id],
      [never, 'msg_neverwas_0'],
    ] as const) {
      const missing = { status: 404, message: `404 Item with id '${name}' not found.` }
      expect(await statusOf(other.conversations.create({ items: tried }))).toMatchObject(missing)
      expect(await statusOf(other.conversations.items.create(own.id, { items: tried }))).toMatchObject(missing)
    }
    expect((await other.conversations.items.list(own.id)).data).toEqual([])
  })

  test('of a conversation that is deleted while somebody appends to it, nothing stays', async () => {
    const options = await create()
    const { url } = await startGateway({ channels: recorder.channels, ...dropAbsent(options) })
    const client = openaiClient(url)
    const items = [{ role: 'user' as const, content: 'to be forgotten' }]
    for (let round = 0; round < 15; round++) {
      const { id } = await client.conversations.create({ items })
      const appends = Array.from({ length: 6 }, () => statusOf(client.conversations.items.create(id, { items })))
      if (round % 3 > 0) await past(round % 3)
      await client.conversations.delete(id)
      await Promise.all(appends)
      expect(await statusOf(client.conversations.retrieve(id))).toMatchObject({ status: 404 })
    }
    const store = await open(options)
    const page = { now: Date.now(), limit: 100, order: 'oldest-first' } as const
    expect(await store.documents.list('conversation-items', page)).toEqual([])
  })

  test('a conversation of 200 turns goes on, and its turns are asked of the store together', { timeout: 120_000 }, async () => {
    const { url } = await startGateway({ channels: recorder.channels, ...dropAbsent(await create()) })
    const client = openaiClient(url)
    let previous: string | null = null
    /** Number of calls of the store. */
    const asked = async (): Promise<number> => {
      const metrics = await (await fetch(`${url}/metrics`)).text()
      return [...metrics.matchAll(/^interlingua_store_duration_seconds_count\{.*\} (\d+)$/gm)].reduce(
        (sum, [, count]) => sum + Number(count),
        0,
      )
    }
    const costs: number[] = []
    let before = await asked()
    for (let turn = 0; turn < 200; turn++) {
      previous = (await client.responses.create({ model: 'demo-chat', input: `turn ${turn}.`, previous_response_id: previous })).id
      // The sum is read at some turns only, since the metrics are long.
      if (turn > 1 && turn % 20 > 1) continue
      const now = await asked()
      if (turn % 20 === 1) costs.push(now - before)
      before = now
    }
    expect(recorder.seen.at(-1)?.body['messages']).toHaveLength(399)
    // The second turn is the first with a history. A beat of other work may come between.
    expect(costs).toHaveLength(10)
    expect(costs[0]).toBeGreaterThan(0)
    expect(Math.max(...costs)).toBeLessThanOrEqual((costs[0] ?? 0) + 3)
    const items: unknown[] = []
    for await (const item of client.responses.inputItems.list(previous ?? '', { limit: 100 })) items.push(item)
    expect(items).toHaveLength(399)
  })
})

test('a small request that refers to large items again and again is refused, not blown up', async () => {
  const upstream = await startUpstream()
  const large = 'x'.repeat(200_000)
  upstream.answer = (response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: large } }] }))
  const channels: ChannelConfig[] = [{ name: 'large', format: 'chat', baseUrl: upstream.url, models: ['large'] }]
  const { url } = await startGateway({ channels, responses: { characters: 2_000_000 } })
  const client = openaiClient(url)
  const { output } = await client.responses.create({ model: 'large', input: 'write a lot' })
  const reference = { type: 'item_reference', id: output[0]?.id ?? '' } as const
  const few = await client.responses.create({ model: 'large', input: [reference, reference, { role: 'user', content: 'and?' }] })
  expect(few.status).toBe('completed')
  const input = Array.from({ length: 500 }, () => reference)
  expect(await statusOf(client.responses.create({ model: 'large', input }))).toMatchObject({ status: 400, param: 'input' })
  expect(await statusOf(client.responses.inputTokens.count({ model: 'large', input }))).toMatchObject({ status: 400, param: 'input' })
  expect(upstream.seen).toHaveLength(2)
  // Items that references stood for count in the responses that follow.
  const many = await client.responses.create({ model: 'large', input: Array.from({ length: 8 }, () => reference) })
  const more = await client.responses.create({ model: 'large', input: 'go on', previous_response_id: many.id })
  const most = client.responses.create({ model: 'large', input: 'go on', previous_response_id: more.id })
  expect(await statusOf(most)).toMatchObject({ status: 400, param: 'previous_response_id' })
})

test('a streamed answer whose id stands in its last event alone is known by it, also after another upstream failed', async () => {
  const [failing, working] = [await startUpstream(), await startUpstream()]
  const events = (...each: readonly object[]): string =>
    each.map((event) => `event: ${(event as { type: string }).type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
  const failed = {
    id: 'resp_failed',
    object: 'response',
    status: 'failed',
    output: [],
    error: { code: 'server_is_overloaded', message: 'full' },
  }
  failing.answer = (response) =>
    void response
      .writeHead(200, { 'content-type': 'text/event-stream' })
      .end(events({ type: 'response.failed', sequence_number: 0, response: failed }))
  const done = {
    id: 'resp_done',
    object: 'response',
    status: 'completed',
    output: [],
    usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
  }
  working.answer = (response, { url }) => {
    if (url.endsWith('/responses'))
      response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end(events({ type: 'response.completed', sequence_number: 0, response: done }))
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(done))
  }
  const line = (name: string, baseUrl: string): ChannelConfig => ({ name, format: 'responses', baseUrl, models: ['shared'] })
  const { url } = await startGateway({ channels: [line('failing', failing.url), line('working', working.url)], retry: { backoff: 0 } })
  const client = openaiClient(url)
  const types: string[] = []
  for await (const event of await client.responses.create({ model: 'shared', input: 'Hello', stream: true })) types.push(event.type)
  expect(types).toEqual(['response.completed'])
  expect((await client.responses.retrieve('resp_done')).id).toBe('resp_done')
})
