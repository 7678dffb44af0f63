import { expect, test } from 'vitest'
import type { ChannelConfig } from '../../src/config/config-schema.ts'
import { openaiClient } from '../sdk-clients.ts'
import { startGateway } from '../start-gateway.ts'
import { startUpstream } from '../start-upstream.ts'
import { startRecorder } from './start-recorder.ts'
import { statusOf } from './status-of.ts'

const recorder = await startRecorder()
const models = [{ name: 'shared' }]

/** Channels of the demo with one model that all of them have. */
function sharing(...names: readonly string[]): ChannelConfig[] {
  return names.map((name) => ({ ...(recorder.channels.find((channel) => channel.name === name) as ChannelConfig), models })) // callers name channels that the recorder has
}

test('where the upstream that keeps responses fails, whoever answers in its place is kept here', async () => {
  const upstream = await startUpstream()
  upstream.answer = (response) => void response.writeHead(503, { 'content-type': 'application/json' }).end('{"error":{"message":"full"}}')
  const native: ChannelConfig = { name: 'native', format: 'responses', baseUrl: upstream.url, models }
  const gateway = await startGateway({ channels: [native, ...sharing('demo-chat')] })
  const client = openaiClient(gateway.url)
  const first = await client.responses.create({ model: 'shared', input: 'first of all' })
  expect(first).toMatchObject({ store: true, status: 'completed' })
  const second = await client.responses.create({ model: 'shared', input: 'second', previous_response_id: first.id })
  expect(second.previous_response_id).toBe(first.id)
  expect(JSON.stringify(recorder.seen.at(-1)?.body)).toContain('first of all')
  expect((await client.responses.retrieve(second.id)).id).toBe(second.id)
})

test('a response stays with its channel, though another one of the model comes first', async () => {
  const later = await startGateway({ channels: sharing('demo-responses') })
  const { id } = await openaiClient(later.url).responses.create({ model: 'shared', input: 'made there' })
  const other = await startUpstream()
  other.answer = (response) => void response.writeHead(500).end()
  const decoy: ChannelConfig = { name: 'decoy', format: 'responses', baseUrl: other.url, models, priority: -1 }
  const gateway = await startGateway({ channels: [decoy, ...sharing('demo-responses')] })
  const client = openaiClient(gateway.url)
  // Two upstreams keep responses, and an id that was not made here may be of either.
  expect(await statusOf(client.responses.create({ model: 'shared', input: 'x', previous_response_id: id }))).toMatchObject({ status: 400 })
  expect(await statusOf(client.responses.retrieve(id))).toMatchObject({ status: 404 })
  const own = await client.responses.create({ model: 'demo-responses/shared', input: 'made through it' })
  const before = other.seen.length
  const next = await client.responses.create({ model: 'shared', input: 'go on', previous_response_id: own.id })
  expect(next.previous_response_id).toBe(own.id)
  expect((await client.responses.retrieve(own.id)).id).toBe(own.id)
  await client.responses.delete(own.id)
  expect(other.seen.length).toBe(before)
})
