import { describe, expect, test } from 'vitest'
import type { GatewayConfig } from '../../src/index.ts'
import { openStore, type UsageRecord } from '@interlingua/store'
import { gatewayProcesses } from '../services/gateway-processes.ts'
import { startPostgres } from '../services/start-postgres.ts'
import { startUpstream } from '../start-upstream.ts'
import { tempFolder } from '../temp-folder.ts'
import { waitFor } from '../wait-for.ts'

const postgres = await startPostgres()
const upstream = await startUpstream()
const processes = await gatewayProcesses()

const places: { readonly name: string; readonly place: object }[] = [{ name: 'SQLite', place: { dataDir: tempFolder('killed') } }]
if (postgres) places.push({ name: 'PostgreSQL', place: { databaseUrl: await postgres.createDatabase() } })

const frame = (content: string): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: { content } }] })}\n\n`

describe.each(places)('a gateway on $name that is killed', ({ place }) => {
  test('leaves a record of each stream that it cut, and one of each that had ended', { timeout: 120_000 }, async () => {
    const key = 'a-key-of-the-test'
    const config: GatewayConfig = {
      ...place,
      port: 0,
      apiKey: key,
      channels: [{ name: 'up', format: 'chat', baseUrl: upstream.url, models: ['m'] }],
      prices: { currency: 'EUR', models: [{ model: 'm', input: 10, output: 100 }] },
    }
    const dying = await processes.start(config)
    const ticking = new Set<NodeJS.Timeout>()
    upstream.answer = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const timer = setInterval(() => response.write(frame('twenty letters, more ')), 50)
      ticking.add(timer)
      response.on('close', () => clearInterval(timer))
    }
    const cut = ['/v1/chat/completions', '/v1/messages'].map((path) => readUntilCut(`${dying.url}${path}`, key))
    await waitFor(() => ticking.size === 2)
    const live = upstream.answer
    upstream.answer = (response) =>
      void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`${frame('done')}${last}data: [DONE]\n\n`)
    await readUntilCut(`${dying.url}/v1/chat/completions`, key)
    upstream.answer = live
    // Running streams are written every second; the text of two seconds is written by then.
    await new Promise((done) => setTimeout(done, 3_500))
    await dying.kill()
    expect(await Promise.all(cut)).toEqual([expect.stringContaining('twenty letters'), expect.stringContaining('twenty letters')])
    const next = await processes.start(config)
    const store = await openStore(place, (problem) => expect.fail(problem))
    const records = (): Promise<readonly UsageRecord[]> => store.usage.list({}, { limit: 100 })
    await waitFor(async () => (await records()).length >= 3, 60_000)
    const found = await records()
    expect(found.map(({ outcome }) => outcome).toSorted()).toEqual(['interrupted', 'interrupted', 'ok'])
    for (const { outcome, tokens, estimated, channel, stream, costMicros, format } of found) {
      if (outcome !== 'interrupted') continue
      // At least the first two of three and a half seconds, 20 pieces of about 5 tokens each.
      expect({ estimated, channel, stream }, format).toEqual({ estimated: true, channel: 'up', stream: true })
      expect(tokens.input, format).toBeGreaterThan(0)
      expect(tokens.output, format).toBeGreaterThan(100)
      expect(tokens.output, format).toBeLessThan(800)
      expect(costMicros, format).toBeGreaterThan(0)
    }
    // No record is written twice.
    await new Promise((done) => setTimeout(done, 12_000))
    expect(await records()).toHaveLength(3)
    await store.close()
    await next.kill()
  })
})

const last = `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\n`

/** Text that came before the connection broke. */
async function readUntilCut(url: string, key: string): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'anthropic-version': '2023-06-01' },
    body: JSON.stringify({ model: 'm', max_tokens: 100, stream: true, messages: [{ role: 'user', content: 'Say something.' }] }),
  })
  let text = ''
  try {
    for await (const piece of response.body ?? []) text += Buffer.from(piece).toString('utf8')
  } catch {
    // Cut.
  }
  return text
}
