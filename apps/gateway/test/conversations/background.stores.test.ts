import type OpenAI from 'openai'
import type { ServerResponse } from 'node:http'
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { dropAbsent } from '@interlingua/adapter-kit'
import { openaiClient } from '../sdk-clients.ts'
import { startGateway } from '../start-gateway.ts'
import { startUpstream } from '../start-upstream.ts'
import { hasServices, openStores } from '../store/stores.ts'
import { waitFor } from '../wait-for.ts'
import { startRecorder } from './start-recorder.ts'
import { statusOf } from './status-of.ts'

type Response = OpenAI.Responses.Response

const { kinds, open } = await openStores()
const recorder = await startRecorder()
const foreign = ['demo-messages', 'demo-chat', 'demo-contents', 'stateless-responses'] as const
const all = [...foreign, 'demo-responses'] as const

/** Asks until the response is done, as the vendor's guide says. */
async function poll(client: OpenAI, id: string): Promise<Response> {
  let response = await client.responses.retrieve(id)
  await waitFor(async () => {
    response = await client.responses.retrieve(id)
    return response.status !== 'queued' && response.status !== 'in_progress'
  })
  return response
}

describe.each(kinds)('on $name', ({ create }) => {
  const started = (async () => {
    const options = await create()
    return { options, gateway: await startGateway({ channels: recorder.channels, ...dropAbsent(options) }) }
  })()
  const clientOf = async (options = {}): Promise<OpenAI> => openaiClient((await started).gateway.url, options)

  test.each(all)('%s: a background response is answered at once, polled, and gone on from', async (model) => {
    const client = await clientOf()
    const queued = await client.responses.create({ model, input: 'think of a plum', background: true })
    expect(queued).toMatchObject({ status: 'queued', background: true, output: [], previous_response_id: null })
    const done = await poll(client, queued.id)
    expect(done).toMatchObject({ id: queued.id, status: 'completed', background: true, created_at: queued.created_at })
    expect(done.output[0]).toMatchObject({ type: 'message' })
    const next = await client.responses.create({ model, input: 'go on', previous_response_id: queued.id })
    expect(next.previous_response_id).toBe(queued.id)
    if (model !== 'demo-responses') expect(JSON.stringify(recorder.seen.at(-1)?.body)).toContain('think of a plum')
    const after = await client.responses.create({ model, input: 'and on', previous_response_id: next.id, background: true })
    expect(await poll(client, after.id)).toMatchObject({ status: 'completed', previous_response_id: next.id })
  })

  test.each(foreign)('%s: a background response that runs is cancelled, and stays so', async (model) => {
    const client = await clientOf()
    const queued = await client.responses.create({ model, input: 'wait [demo:stall 30s first]', background: true })
    expect(['queued', 'in_progress']).toContain((await client.responses.retrieve(queued.id)).status)
    expect(await statusOf(client.responses.create({ model, input: 'x', previous_response_id: queued.id }))).toMatchObject({
      status: 400,
      param: 'previous_response_id',
    })
    expect(await client.responses.cancel(queued.id)).toMatchObject({ id: queued.id, status: 'cancelled' })
    expect(await client.responses.cancel(queued.id)).toMatchObject({ status: 'cancelled' })
    expect(await client.responses.retrieve(queued.id)).toMatchObject({ status: 'cancelled' })
  })

  test('a background response of a native upstream is cancelled there', async () => {
    const client = await clientOf()
    const queued = await client.responses.create({ model: 'demo-responses', input: 'wait', background: true })
    expect(await client.responses.cancel(queued.id)).toMatchObject({ status: 'cancelled' })
    expect(recorder.seen.at(-1)).toMatchObject({ method: 'POST', path: `/v1/responses/${queued.id}/cancel` })
  })

  test.each(foreign)('%s: what fails in the background says why', async (model) => {
    const client = await clientOf()
    const queued = await client.responses.create({ model, input: 'fail [demo:status 400]', background: true })
    const failed = await poll(client, queued.id)
    expect(failed).toMatchObject({ status: 'failed', output: [] })
    expect(failed.error?.message).toBeTruthy()
  })

  test('a background response leaves one usage record, with what it took', async () => {
    const { options, gateway } = await started
    const secret = await gateway.issue({ name: 'background-usage' })
    const client = openaiClient(gateway.url, { apiKey: secret })
    const done = await poll(client, (await client.responses.create({ model: 'demo-chat', input: 'count me', background: true })).id)
    const store = await open(options)
    const key = (await store.keys.find('background-usage'))?.id ?? ''
    await waitFor(async () => (await store.usage.list({ key }, { limit: 10 })).length > 0)
    expect(await store.usage.list({ key }, { limit: 10 })).toMatchObject([
      {
        operation: 'generate',
        model: 'demo-chat',
        outcome: 'ok',
        tokens: { input: done.usage?.input_tokens, output: done.usage?.output_tokens },
      },
    ])
  })

  test('what cannot be run in the background is refused by its name', async () => {
    const client = await clientOf()
    const model = 'demo-messages'
    expect(await statusOf(client.responses.create({ model, input: 'x', background: true, store: false }))).toMatchObject({
      status: 400,
      param: 'background',
    })
    expect(await statusOf(client.responses.create({ model: 'no-such', input: 'x', background: true }))).toMatchObject({ status: 404 })
    const { id } = await client.responses.create({ model, input: 'x' })
    expect(await statusOf(client.responses.cancel(id))).toMatchObject({ status: 400 })
  })

  test('a key has only so many that are not done', async () => {
    const gateway = await startGateway({ channels: recorder.channels, ...dropAbsent(await create()), responses: { background: 1 } })
    const client = openaiClient(gateway.url)
    const params = { model: 'demo-chat', input: 'wait [demo:stall 30s first]', background: true } as const
    const first = await client.responses.create(params)
    expect(await statusOf(client.responses.create(params))).toMatchObject({ status: 429 })
    await client.responses.cancel(first.id)
    const second = await client.responses.create(params)
    await client.responses.cancel(second.id)
  })

  test('what nobody runs any more has failed, and is not run again', async () => {
    const { options } = await started
    const client = await clientOf()
    const queued = await client.responses.create({ model: 'demo-chat', input: 'abandoned' })
    const store = await open(options)
    const document = await store.documents.get('response', queued.id, Date.now())
    if (document === undefined) throw new Error('it is not kept')
    const asked = recorder.seen.length
    const body = {
      ...document.body,
      response: { ...queued, status: 'in_progress', background: true, output: [] } as never,
      lease: Date.now() - 1,
    }
    expect(await store.documents.replace({ ...document, body })).toBe(true)
    const failed = await client.responses.retrieve(queued.id)
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'server_error' } })
    expect(await client.responses.cancel(queued.id)).toMatchObject({ status: 'failed' })
    expect(recorder.seen.length).toBe(asked)
  })

  test('a gateway that is shut down lets its background responses end, and says of the rest that they failed', async () => {
    const options = await create()
    const first = await startGateway({ channels: recorder.channels, ...dropAbsent(options) })
    const client = openaiClient(first.url)
    const model = 'demo-chat'
    const quick = await client.responses.create({ model, input: 'quick [demo:stall 50ms first]', background: true })
    const slow = await client.responses.create({ model, input: 'slow [demo:stall 30s first]', background: true })
    // Far more than the one needs, and far less than the other.
    await first.close(4_000)
    const again = openaiClient((await startGateway({ channels: recorder.channels, ...dropAbsent(options) })).url)
    expect(await again.responses.retrieve(quick.id)).toMatchObject({ status: 'completed' })
    expect(await again.responses.retrieve(slow.id)).toMatchObject({ status: 'failed', error: { code: 'server_error' } })
  })

  test('another gateway on the same store sees what runs here, and cancels it', async () => {
    const { options } = await started
    const other = openaiClient((await startGateway({ channels: recorder.channels, ...dropAbsent(options) })).url)
    const client = await clientOf()
    const queued = await client.responses.create({ model: 'demo-chat', input: 'wait [demo:stall 30s first]', background: true })
    await waitFor(async () => (await other.responses.retrieve(queued.id)).status === 'in_progress')
    expect(await other.responses.cancel(queued.id)).toMatchObject({ status: 'cancelled' })
    expect((await client.responses.retrieve(queued.id)).status).toBe('cancelled')
    const quick = await client.responses.create({ model: 'demo-chat', input: 'quick', background: true })
    expect((await poll(other, quick.id)).status).toBe('completed')
  })
})

const locked = 'a gateway that is shut down has written what failed meanwhile, also where the store is slow'
if (hasServices)
  test.skipIf(kinds.length === 1)(locked, async () => {
    const { databaseUrl = '' } = (await kinds[1]?.create()) ?? {}
    const upstream = await startUpstream()
    const { promise: asked, resolve } = Promise.withResolvers<ServerResponse>()
    upstream.answer = resolve
    const channel = { name: 'failing', format: 'chat', baseUrl: upstream.url, models: ['failing'] } as const
    const gateway = await startGateway({ channels: [{ ...channel, models: [...channel.models] }], databaseUrl })
    const client = openaiClient(gateway.url)
    const { id } = await client.responses.create({ model: 'failing', input: 'fail', background: true })
    await waitFor(async () => (await client.responses.retrieve(id)).status === 'in_progress')
    const locking = new Client(databaseUrl)
    await locking.connect()
    await locking.query('BEGIN')
    await locking.query('LOCK TABLE documents IN ACCESS EXCLUSIVE MODE')
    const closing = gateway.close(10_000)
    const refusal = JSON.stringify({ error: { message: 'not this', type: 'invalid_request_error' } })
    ;(await asked).writeHead(400, { 'content-type': 'application/json' }).end(refusal)
    await new Promise((done) => setTimeout(done, 1_000))
    await locking.query('COMMIT')
    await locking.end()
    await closing
    const store = await open({ databaseUrl })
    expect((await store.documents.get('response', id, Date.now()))?.body).toMatchObject({
      response: { status: 'failed', error: { message: expect.stringContaining('not this') as unknown } },
    })
  })
