import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startGateway, type RunningGateway } from '../start-gateway.ts'
import { startUpstream, type RunningUpstream } from '../start-upstream.ts'
import { tempFolder } from '../temp-folder.ts'
import { waitFor } from '../wait-for.ts'

const contents = [{ role: 'user', parts: [{ text: 'hi' }] }]
const head = { 'content-type': 'application/json' }

async function start(): Promise<{ upstream: RunningUpstream; gateway: RunningGateway; data: string }> {
  const upstream = await startUpstream()
  const data = tempFolder('unstored')
  const gateway = await startGateway({
    dataDir: data,
    channels: [{ name: 'g', format: 'contents', baseUrl: upstream.url, apiKey: 'key-of-g', models: ['gemini-x'], circuitBreaker: false }],
  })
  return { upstream, gateway, data }
}

function make(gateway: RunningGateway): Promise<Response> {
  return fetch(`${gateway.url}/v1beta/cachedContents`, {
    method: 'POST',
    headers: { 'x-goog-api-key': 'any', ...head },
    body: JSON.stringify({ model: 'gemini-x', contents }),
  })
}

function fill(data: string): DatabaseSync {
  const database = new DatabaseSync(join(data, 'interlingua.db'))
  database.exec('CREATE TRIGGER full BEFORE INSERT ON documents BEGIN SELECT disk_is_full(); END')
  return database
}

test('a cached content that the store does not take is deleted at the upstream that made it', async () => {
  const { upstream, gateway, data } = await start()
  upstream.answer = (response, { url }) =>
    void response.writeHead(200, head).end(url.endsWith('/cachedContents') ? '{"name":"cachedContents/theirs"}' : '{}')
  const database = fill(data)
  const made = await make(gateway)
  expect([made.status, upstream.seen.map(({ url }) => url.replace(/^.*\/v1beta/, ''))]).toEqual([
    503,
    ['/cachedContents', '/cachedContents/theirs'],
  ])
  database.exec('DROP TRIGGER full')
  database.close()
  // Another process has just changed the table: a try may still meet that.
  await waitFor(async () => (await make(gateway)).status === 200)
})

test('one that the upstream does not delete either is in the log by its name', async () => {
  const { upstream, gateway, data } = await start()
  upstream.answer = (response, { url }) =>
    url.endsWith('/cachedContents')
      ? void response.writeHead(200, head).end('{"name":"cachedContents/theirs"}')
      : void response.writeHead(500, head).end('{}')
  fill(data).close()
  expect((await make(gateway)).status).toBe(503)
  await waitFor(() => gateway.log().some(({ name, channel }) => name === 'cachedContents/theirs' && channel === 'g'))
})

test('one that is kept here leaves nothing behind', async () => {
  const { upstream, gateway, data } = await start()
  upstream.answer = (response) => void response.writeHead(404, head).end('{}')
  const database = fill(data)
  expect((await make(gateway)).status).toBe(503)
  database.exec('DROP TRIGGER full')
  database.close()
  const listed = await fetch(`${gateway.url}/v1beta/cachedContents`, { headers: { 'x-goog-api-key': 'any' } })
  expect(await listed.json()).toEqual({})
})
