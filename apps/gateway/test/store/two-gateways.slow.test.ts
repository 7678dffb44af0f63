import { startScriptedProvider } from '@interlingua/scripted-provider/http'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import type { GatewayConfig } from '../../src/index.ts'
import { issueKey, type KeyTerms, rotateKey } from '@interlingua/access'
import { openStore, type Store } from '@interlingua/store'
import { atEnd } from '../at-end.ts'
import { gatewayProcesses, type GatewayProcess, type GatewayProcesses } from '../services/gateway-processes.ts'
import { startPostgres } from '../services/start-postgres.ts'
import { openaiClient } from '../sdk-clients.ts'
import { waitFor } from '../wait-for.ts'
import { loadChannels, startLoad, type Acknowledged } from './load.ts'

const postgres = await startPostgres()
const firstKey = 'the key of all clients'

describe.skipIf(postgres === undefined)('two gateways on one PostgreSQL, behind a proxy that takes them by turns', () => {
  let processes: GatewayProcesses
  let config: GatewayConfig
  let store: Store
  let gateways: GatewayProcess[]
  let proxy: string

  beforeAll(async () => {
    const provider = await startScriptedProvider()
    processes = await gatewayProcesses()
    const databaseUrl = (await postgres?.createDatabase()) ?? ''
    config = { channels: loadChannels(provider.url), demo: false, port: 0, databaseUrl, apiKey: firstKey, log: 'off' }
    gateways = [await processes.start(config), await processes.start(config)]
    store = await openStore({ databaseUrl })
    proxy = await startProxy(() => gateways.map(({ url }) => url))
    atEnd(async () => {
      await store.close()
      await provider.close()
    })
  }, 60_000)

  async function issue(terms: Partial<KeyTerms>): Promise<{ readonly id: string; readonly secret: string }> {
    const { key, secret } = issueKey({ name: `k${Math.random()}`, ...terms }, Date.now())
    await store.keys.insert(key)
    return { id: key.id, secret }
  }

  async function ask(url: string, secret: string): Promise<number> {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ model: 'demo-chat-1', messages: [{ role: 'user', content: 'Hi' }] })
    const answer = await fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body })
    await answer.arrayBuffer()
    return answer.status
  }

  test('a key that is issued works at both, and one that is revoked works at neither, at once', async () => {
    let waited = 0
    for (let round = 0; round < 6; round++) {
      const { id, secret } = await issue({})
      expect(await Promise.all(gateways.map(({ url }) => ask(url, secret)))).toEqual([200, 200])
      await store.keys.revoke(id, Date.now())
      const began = performance.now()
      for (const { url } of gateways) await waitFor(async () => (await ask(url, secret)) === 401, 10_000)
      waited += performance.now() - began
    }
    // The change comes through the database. A gateway that polled every two seconds would need about as long in each round.
    expect(waited).toBeLessThan(6_000)
  }, 60_000)

  test('both secrets of a rotated key work at both until it is rotated once more or revoked, and have one rate', async () => {
    const first = issueKey({ name: 'turning', limits: { requestsPerMinute: 30 } }, Date.now())
    await store.keys.insert(first.key)
    const both = (secret: string) => Promise.all(gateways.map(({ url }) => ask(url, secret)))
    expect(await both(first.secret)).toEqual([200, 200])
    const second = rotateKey(first.key, Date.now() + 3_600_000)
    await store.keys.replace(second.key)
    for (const { url } of gateways) await waitFor(async () => (await ask(url, second.secret)) === 200)
    expect(await both(first.secret)).toEqual([200, 200])
    const third = rotateKey(second.key, Date.now() + 2_000)
    await store.keys.replace(third.key)
    for (const { url } of gateways) await waitFor(async () => (await ask(url, first.secret)) === 401)
    expect(await both(second.secret)).toEqual([200, 200])
    for (const { url } of gateways) await waitFor(async () => (await ask(url, second.secret)) === 401, 10_000)
    // Six or more requests of the thirty were let in by the older secrets.
    const statuses: number[] = []
    for (let index = 0; index < 25; index++) statuses.push(await ask(proxy, third.secret))
    expect(statuses.at(-1)).toBe(429)
    expect((await store.usage.sum({ key: first.key.id }))[0]?.requests).toBeGreaterThanOrEqual(30)
    await store.keys.revoke(first.key.id, Date.now())
    for (const { secret } of [second, third]) for (const { url } of gateways) await waitFor(async () => (await ask(url, secret)) === 401)
  })

  test('a rate counts what came to both', async () => {
    const { secret } = await issue({ limits: { requestsPerMinute: 6 } })
    const statuses: number[] = []
    for (let index = 0; index < 10; index++) statuses.push(await ask(proxy, secret))
    expect(statuses.filter((status) => status === 200)).toHaveLength(6)
    expect(statuses.slice(6)).toEqual([429, 429, 429, 429])
  })

  test('a conversation goes on wherever the next turn comes to, and belongs to its key', async () => {
    const { secret } = await issue({})
    const client = openaiClient(proxy, { apiKey: secret })
    let previous: string | undefined
    for (let turn = 1; turn <= 4; turn++) {
      const response = await client.responses.create({
        model: 'demo-messages-1',
        input: `turn ${turn}`,
        ...(previous !== undefined && { previous_response_id: previous }),
      })
      previous = response.id
    }
    for (let index = 0; index < 4; index++) {
      expect((await client.responses.retrieve(previous ?? '')).id).toBe(previous)
      const items = await client.responses.inputItems.list(previous ?? '', { limit: 50, order: 'asc' })
      expect(JSON.stringify(items.data)).toContain('turn 4')
    }
    const other = openaiClient(proxy, { apiKey: (await issue({})).secret })
    for (let index = 0; index < 2; index++) await expect(other.responses.retrieve(previous ?? '')).rejects.toMatchObject({ status: 404 })
    await client.responses.delete(previous ?? '')
    for (let index = 0; index < 2; index++) await expect(client.responses.retrieve(previous ?? '')).rejects.toMatchObject({ status: 404 })
  })

  test('a cached content that one made is there at the other', async () => {
    const { secret } = await issue({})
    const headers = { 'x-goog-api-key': secret, 'content-type': 'application/json' }
    const call = async (
      method: string,
      path: string,
      body?: object,
    ): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> => {
      const answer = await fetch(`${proxy}/v1beta/${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> } // a JSON object
    }
    const contents = [{ role: 'user', parts: [{ text: 'The ship is called Vega. '.repeat(400) }] }]
    const made = await call('POST', 'cachedContents', { model: 'models/demo-messages-1', contents, ttl: '600s' })
    expect(made.status).toBe(200)
    const name = String(made.body['name'])
    for (let index = 0; index < 2; index++) expect(await call('GET', name)).toMatchObject({ status: 200, body: { name } })
    for (let index = 0; index < 2; index++) {
      const asked = await call('POST', 'models/demo-messages-1:generateContent', {
        cachedContent: name,
        contents: [{ role: 'user', parts: [{ text: 'What is it called?' }] }],
      })
      expect(asked.status).toBe(200)
    }
    expect((await call('DELETE', name)).status).toBe(200)
    for (let index = 0; index < 2; index++) expect((await call('GET', name)).status).toBe(403)
  })

  test(
    'kill -9 of one under load loses no response that was told and no usage record of an answer that came whole',
    { timeout: 120_000 },
    async () => {
      const { id, secret } = await issue({})
      const all: Acknowledged = { requests: new Set(), responses: new Set() }
      for (let round = 0; round < 6; round++) {
        const load = startLoad([proxy], secret, 8, all)
        await load.answered(5000)
        await new Promise((resume) => setTimeout(resume, 150 + Math.random() * 150))
        const victim = gateways[round % 2]
        await victim?.kill()
        await new Promise((resume) => setTimeout(resume, 50))
        await load.stop()
        gateways[round % 2] = await processes.start(config)
      }
      const lost = { requests: new Set(all.requests), responses: new Set(all.responses) }
      for (const { model } of await store.usage.list({ key: id }, { limit: 100_000 })) lost.requests.delete(model)
      for (const document of await store.documents.getMany('response', [...all.responses], Date.now())) lost.responses.delete(document.id)
      expect(lost).toEqual({ requests: new Set(), responses: new Set() })
      expect(all.requests.size).toBeGreaterThan(20)
      expect(all.responses.size).toBeGreaterThan(10)
      const client = openaiClient(proxy, { apiKey: secret })
      for (const response of [...all.responses].slice(0, 10)) expect((await client.responses.retrieve(response)).id).toBe(response)
    },
  )
})

/** Starts a proxy that passes requests to the gateways in turns, and to another one if a gateway is gone before its answer. */
async function startProxy(urls: () => readonly string[]): Promise<string> {
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    const all = urls()
    const url = new URL(incoming.url ?? '/', all[turn++ % all.length])
    const call = request(url, { method: incoming.method, headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
      answer.on('error', () => outgoing.destroy())
    })
    call.on('error', () => outgoing.destroy())
    incoming.pipe(call)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  atEnd(() => {
    server.close()
    server.closeAllConnections()
  })
  await waitFor(() => server.listening)
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}` // the server listens on TCP
}
