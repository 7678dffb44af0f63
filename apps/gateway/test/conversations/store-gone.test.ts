import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { openaiClient } from '../sdk-clients.ts'
import { startGateway } from '../start-gateway.ts'
import { tempFolder } from '../temp-folder.ts'
import { waitFor } from '../wait-for.ts'
import { startRecorder } from './start-recorder.ts'
import { statusOf } from './status-of.ts'

const recorder = await startRecorder()

test('an answer that cannot be stored is given with a notice, and is not told as if it were stored; what is not paid for is refused', async () => {
  const data = tempFolder('gone')
  const gateway = await startGateway({ channels: recorder.channels, dataDir: data })
  const client = openaiClient(gateway.url)
  const model = 'demo-messages'
  const first = await client.responses.create({ model, input: 'before' })
  const database = new DatabaseSync(join(data, 'interlingua.db'))
  database.exec('ALTER TABLE documents RENAME TO away')
  const gone = { status: 503, message: "503 The gateway's store is unavailable; try again." }
  const explained = { headers: { 'interlingua-explain': '1' } }
  const { data: unkept, response } = await client.responses.create({ model, input: 'kept?' }, explained).withResponse()
  expect([unkept.status, (unkept as { store?: unknown }).store]).toEqual(['completed', false]) // the SDK's type lacks fields that it does not use
  expect(response.headers.get('interlingua-notices')).toContain('gateway/not-stored')
  expect(await statusOf(client.responses.create({ model, input: 'go on', previous_response_id: first.id }))).toMatchObject(gone)
  expect(await statusOf(client.responses.create({ model, input: 'later', background: true }))).toMatchObject(gone)
  expect(await statusOf(client.responses.retrieve(first.id))).toMatchObject(gone)
  const ends: unknown[] = []
  for await (const event of await client.responses.create({ model, input: 'kept?', stream: true }))
    if (event.type === 'response.completed') ends.push((event.response as { store?: unknown }).store) // the SDK's type lacks `store`, as above
  expect(ends).toEqual([false])
  const streamed = await fetch(`${gateway.url}/v1/responses`, {
    method: 'POST',
    headers: { authorization: 'Bearer any', 'content-type': 'application/json', 'interlingua-explain': '1' },
    body: JSON.stringify({ model, input: 'kept?', stream: true }),
  })
  expect(await streamed.text()).toMatch(/: interlingua-notices .*gateway\/not-stored/)
  expect((await client.responses.create({ model, input: 'not kept', store: false })).status).toBe('completed')
  database.exec('ALTER TABLE away RENAME TO documents')
  database.close()
  expect((await client.responses.create({ model, input: 'after', previous_response_id: first.id })).previous_response_id).toBe(first.id)
})

test('an SDK with its default settings pays once for one call, while nothing can be stored', async () => {
  const data = tempFolder('gone')
  const gateway = await startGateway({ channels: recorder.channels, dataDir: data })
  const client = new OpenAI({ apiKey: 'any', baseURL: `${gateway.url}/v1` })
  const conversation = await client.conversations.create()
  const database = new DatabaseSync(join(data, 'interlingua.db'))
  // Only writes of documents fail, as on a full disk; reads go on.
  database.exec(`CREATE TRIGGER full BEFORE INSERT ON documents BEGIN SELECT disk_is_full(); END`)
  for (const model of recorder.channels.map(({ name }) => name))
    for (const stream of [false, true])
      for (const more of [{}, { conversation: conversation.id }]) {
        if (model === 'demo-responses' && 'conversation' in more) continue
        const before = recorder.seen.length
        const answer = await client.responses.create({ model, input: 'x', stream, ...more })
        let text = ''
        if (Symbol.asyncIterator in answer)
          for await (const event of answer) text += event.type === 'response.completed' ? event.response.status : ''
        else text = answer.status ?? ''
        expect([model, stream, text, recorder.seen.length - before]).toEqual([model, stream, 'completed', 1])
      }
  database.exec('DROP TRIGGER full')
  database.close()
})

test('a response that the store does not let go of is not told as deleted', async () => {
  const data = tempFolder('gone')
  const gateway = await startGateway({ channels: recorder.channels, dataDir: data })
  const client = openaiClient(gateway.url)
  const database = new DatabaseSync(join(data, 'interlingua.db'))
  for (const model of ['demo-messages', 'demo-responses']) {
    const { id } = await client.responses.create({ model, input: 'x' })
    database.exec(`CREATE TRIGGER stuck BEFORE DELETE ON documents BEGIN SELECT disk_is_full(); END`)
    expect(await statusOf(client.responses.delete(id)), model).toMatchObject({ status: 503 })
    database.exec('DROP TRIGGER stuck')
    // An upstream that keeps responses itself has deleted this one already.
    if (model === 'demo-messages') expect((await client.responses.retrieve(id)).id).toBe(id)
    if (model === 'demo-messages') await client.responses.delete(id)
    expect(await statusOf(client.responses.retrieve(id)), model).toMatchObject({ status: 404 })
  }
  database.close()
})

test('a background answer that cannot be written at its end is written once the store is back', async () => {
  const data = tempFolder('gone')
  const gateway = await startGateway({ channels: recorder.channels, dataDir: data })
  const client = openaiClient(gateway.url)
  const database = new DatabaseSync(join(data, 'interlingua.db'))
  database.exec(`CREATE TRIGGER full BEFORE UPDATE ON documents BEGIN SELECT disk_is_full(); END`)
  const before = recorder.seen.length
  const { id } = await client.responses.create({ model: 'demo-messages', input: 'x', background: true })
  await waitFor(() => recorder.seen.length > before)
  await new Promise((done) => setTimeout(done, 1_500))
  database.exec('DROP TRIGGER full')
  database.close()
  await waitFor(async () => (await client.responses.retrieve(id)).status === 'completed', 10_000)
  expect(recorder.seen.length - before).toBe(1)
})
