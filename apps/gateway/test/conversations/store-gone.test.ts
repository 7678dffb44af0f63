import { expect, test } from 'vitest'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { openaiClient } from '../sdk-clients.ts'
import { startGateway } from '../start-gateway.ts'
import { tempFolder } from '../temp-folder.ts'
import { startRecorder } from './start-recorder.ts'
import { statusOf } from './status-of.ts'

const recorder = await startRecorder()

test('an answer that cannot be kept is not told as if it were, and one that need not be is told', async () => {
  const data = tempFolder('gone')
  const gateway = await startGateway({ channels: recorder.channels, data })
  const client = openaiClient(gateway.url)
  const model = 'demo-messages'
  const first = await client.responses.create({ model, input: 'before' })
  const database = new DatabaseSync(join(data, 'interlingua.db'))
  database.exec('ALTER TABLE documents RENAME TO away')
  const gone = { status: 503, message: '503 The gateway cannot reach its store; try again.' }
  expect(await statusOf(client.responses.create({ model, input: 'kept?' }))).toMatchObject(gone)
  expect(await statusOf(client.responses.create({ model, input: 'go on', previous_response_id: first.id }))).toMatchObject(gone)
  expect(await statusOf(client.responses.create({ model, input: 'later', background: true }))).toMatchObject(gone)
  expect(await statusOf(client.responses.retrieve(first.id))).toMatchObject(gone)
  let ended = false
  const streaming = async (): Promise<void> => {
    for await (const event of await client.responses.create({ model, input: 'kept?', stream: true }))
      ended ||= event.type === 'response.completed'
  }
  await statusOf(streaming())
  expect(ended).toBe(false)
  expect((await client.responses.create({ model, input: 'not kept', store: false })).status).toBe('completed')
  database.exec('ALTER TABLE away RENAME TO documents')
  database.close()
  expect((await client.responses.create({ model, input: 'after', previous_response_id: first.id })).previous_response_id).toBe(first.id)
})
