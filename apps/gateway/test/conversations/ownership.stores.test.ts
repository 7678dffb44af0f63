import type OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { dropAbsent } from '@interlingua/adapter-kit'
import { openaiClient } from '../sdk-clients.ts'
import { startGateway, type RunningGateway } from '../start-gateway.ts'
import { openStores } from '../store/stores.ts'
import { startRecorder } from './start-recorder.ts'
import { statusOf } from './status-of.ts'

const { kinds, open } = await openStores()
const recorder = await startRecorder()
const foreign = ['demo-messages', 'demo-chat', 'demo-contents', 'stateless-responses'] as const
const all = [...foreign, 'demo-responses'] as const

describe.each(kinds)('on $name', ({ create }) => {
  const started = (async () => {
    const options = await create()
    return { options, gateway: await startGateway({ channels: recorder.channels, ...dropAbsent(options) }) }
  })()
  const clientOf = (gateway: RunningGateway, options = {}): OpenAI => openaiClient(gateway.url, options)

  test.each(all)("%s: another key's response looks like one that never was", async (model) => {
    const { gateway } = await started
    const mine = clientOf(gateway)
    const other = clientOf(gateway, { apiKey: await gateway.issue() })
    const { id } = await mine.responses.create({ model, input: 'secret of mine' })
    const never = 'resp_neverwas'
    const failover = (client: OpenAI, which: string): Promise<unknown>[] => [
      statusOf(client.responses.retrieve(which)),
      statusOf(client.responses.delete(which)),
      statusOf(client.responses.cancel(which)),
      statusOf(client.responses.inputItems.list(which)),
      statusOf(client.responses.create({ model: 'demo-messages', input: 'go on', previous_response_id: which })),
    ]
    const [asForeign, asNever] = await Promise.all([Promise.all(failover(other, id)), Promise.all(failover(other, never))])
    expect(JSON.stringify(asForeign).replaceAll(id, never)).toBe(JSON.stringify(asNever))
    expect(asForeign.map((each) => (each as { status: number }).status)).toEqual([404, 404, 404, 404, 400]) // errors all
    expect(asForeign[0]).toMatchObject({ message: `404 Response with id '${id}' not found.`, code: null })
    expect((await mine.responses.retrieve(id)).id).toBe(id)
  })

  test.each(foreign)('%s: what is not stored cannot be retrieved or continued', async (model) => {
    const client = clientOf((await started).gateway)
    const answer = await client.responses.create({ model, input: 'hello', store: false })
    expect(answer).toMatchObject({ store: false })
    expect(await statusOf(client.responses.retrieve(answer.id))).toMatchObject({ status: 404 })
    expect(await statusOf(client.responses.create({ model, input: 'x', previous_response_id: answer.id }))).toEqual({
      status: 400,
      code: 'previous_response_not_found',
      param: 'previous_response_id',
      message: `400 previous_response_id: Previous response with id '${answer.id}' not found.`,
    })
  })

  test.each(foreign)('%s: what goes on without being stored itself knows what came before, and leaves it', async (model) => {
    const client = clientOf((await started).gateway)
    const first = await client.responses.create({ model, input: 'remember quince' })
    const second = await client.responses.create({ model, input: 'go on', previous_response_id: first.id, store: false })
    expect(second).toMatchObject({ store: false, previous_response_id: first.id })
    expect(JSON.stringify(recorder.seen.at(-1)?.body)).toContain('remember quince')
    expect(await statusOf(client.responses.retrieve(second.id))).toMatchObject({ status: 404 })
    expect((await client.responses.retrieve(first.id)).id).toBe(first.id)
  })

  test('a response can be gone on from twice: a tree', async () => {
    const client = clientOf((await started).gateway)
    const model = 'demo-chat'
    const root = await client.responses.create({ model, input: 'root' })
    const [left, right] = await Promise.all(
      ['left', 'right'].map((input) => client.responses.create({ model, input, previous_response_id: root.id })),
    )
    const leaf = await client.responses.create({ model, input: 'leaf', previous_response_id: left?.id ?? '' })
    const told = JSON.stringify(recorder.seen.at(-1)?.body)
    expect(told).toContain('root')
    expect(told).not.toContain('right')
    const items = await client.responses.inputItems.list(leaf.id)
    expect(items.data.length).toBe(5)
    expect((await client.responses.inputItems.list(right?.id ?? '')).data.length).toBe(3)
  })

  test('a conversation whose middle was deleted says so when it is gone on with', async () => {
    const client = clientOf((await started).gateway)
    const model = 'demo-messages'
    const first = await client.responses.create({ model, input: 'one' })
    const second = await client.responses.create({ model, input: 'two', previous_response_id: first.id })
    await client.responses.delete(first.id)
    const refused = await statusOf(client.responses.create({ model, input: 'three', previous_response_id: second.id }))
    expect(refused).toMatchObject({ status: 400, param: 'previous_response_id' })
    expect(JSON.stringify(refused)).toContain('deleted')
  })

  test('a conversation of one model goes on with a model of any other format', async () => {
    const client = clientOf((await started).gateway)
    let previous: string | undefined
    for (const model of [...foreign, 'demo-responses']) {
      const answer = await client.responses.create({
        model,
        input: `said to ${model}`,
        ...(previous !== undefined && { previous_response_id: previous }),
      })
      expect(answer.status).toBe('completed')
      previous = answer.id
    }
    const told = JSON.stringify(recorder.seen.at(-1)?.body)
    for (const model of foreign) expect(told).toContain(`said to ${model}`)
    // The conversation goes on at the upstream, which keeps all of it from now on.
    const next = await client.responses.create({ model: 'demo-responses', input: 'and now', previous_response_id: previous ?? '' })
    expect(recorder.seen.at(-1)?.body).toMatchObject({ previous_response_id: previous })
    const items: unknown[] = []
    for await (const item of client.responses.inputItems.list(next.id)) items.push(item)
    expect(JSON.stringify(items)).toContain('said to demo-messages')
    // The other keys cannot read it.
    expect(await statusOf(client.responses.create({ model: 'demo-chat', input: 'x', previous_response_id: next.id }))).toMatchObject({
      status: 400,
      param: 'previous_response_id',
    })
  })

  test('what is kept is gone once its time is over, and stays while it is used', async () => {
    const { options } = await started
    const days = 8 / 86_400
    const gateway = await startGateway({ channels: recorder.channels, ...dropAbsent(options), responses: { retention: days * 86_400 } })
    const client = clientOf(gateway)
    const model = 'demo-chat'
    const used = await client.responses.create({ model, input: 'used' })
    const unused = await client.responses.create({ model, input: 'unused' })
    const past = (millis: number): Promise<void> => new Promise((done) => setTimeout(done, millis))
    await past(4500)
    await client.responses.create({ model, input: 'go on', previous_response_id: used.id })
    await past(4500)
    expect(await statusOf(client.responses.retrieve(unused.id))).toMatchObject({ status: 404 })
    expect((await client.responses.retrieve(used.id)).id).toBe(used.id)
    const store = await open(options)
    expect(await store.sweep(Date.now() + 20_000)).toBeGreaterThan(0)
    expect(await statusOf(client.responses.retrieve(used.id))).toMatchObject({ status: 404 })
  })

  test.each(all)('%s: gateways on one store take turns in one conversation', async (model) => {
    const { options, gateway } = await started
    const clients = [gateway, await startGateway({ channels: recorder.channels, ...dropAbsent(options) })].map((each) => clientOf(each))
    let previous: string | undefined
    for (let turn = 0; turn < 4; turn++) {
      const client = clients[turn % 2] as OpenAI // there are two
      const more = previous === undefined ? {} : { previous_response_id: previous }
      previous = (await client.responses.create({ model, input: `turn ${turn}`, ...more })).id
    }
    const lists = await Promise.all(clients.map((client) => client.responses.inputItems.list(previous ?? '', { order: 'asc' })))
    expect(lists[0]?.data).toEqual(lists[1]?.data)
    expect(lists[0]?.data.length).toBe(7)
  })

  test.each(['\u0000', 'résumé', 'x'.repeat(100_000), "' OR 1=1 --"])('an id that is none: %j', async (id) => {
    const client = clientOf((await started).gateway)
    const model = 'demo-messages'
    expect(await statusOf(client.responses.create({ model, input: 'x', previous_response_id: id }))).toMatchObject({ status: 400 })
    expect(await statusOf(client.responses.create({ model, input: 'x', conversation: id }))).toMatchObject({ status: 404 })
    if (id.length < 1000) expect(await statusOf(client.responses.retrieve(id))).toMatchObject({ status: 404 })
  })

  test('a restart forgets nothing', async () => {
    const options = await create()
    const first = await startGateway({ channels: recorder.channels, ...dropAbsent(options) })
    const { id } = await clientOf(first).responses.create({ model: 'demo-messages', input: 'keep this \u0000 and 🐈' })
    await first.close()
    const second = await startGateway({ channels: recorder.channels, ...dropAbsent(options) })
    const items = await clientOf(second).responses.inputItems.list(id)
    expect(JSON.stringify(items.data)).toContain(JSON.stringify('keep this \u0000 and 🐈').slice(1, -1))
    const next = await clientOf(second).responses.create({ model: 'demo-messages', input: 'next', previous_response_id: id })
    expect(next.previous_response_id).toBe(id)
  })
})
