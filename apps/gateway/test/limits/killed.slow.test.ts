import { describe, expect, test } from 'vitest'
import { post } from '../post.ts'
import { gatewayProcesses } from '../services/gateway-processes.ts'
import { startPostgres } from '../services/start-postgres.ts'
import { startUpstream } from '../start-upstream.ts'
import { tempFolder } from '../temp-folder.ts'
import { waitFor } from '../wait-for.ts'

const postgres = await startPostgres()
const upstream = await startUpstream()
const processes = await gatewayProcesses()

const places: { readonly name: string; readonly place: object }[] = [{ name: 'SQLite', place: { dataDir: tempFolder('limits') } }]
if (postgres) places.push({ name: 'PostgreSQL', place: { databaseUrl: await postgres.createDatabase() } })

describe.each(places)('a gateway on $name that is killed', ({ place }) => {
  test('holds what it had reserved for half a minute, and no longer', { timeout: 180_000 }, async () => {
    const config = {
      ...place,
      port: 0,
      limits: { keys: { tokensPerMinute: 100 } },
      channels: [{ name: 'up', format: 'chat' as const, baseUrl: upstream.url, models: ['m'] }],
    }
    let secret = ''
    const dying = await processes.start(config, (_, issued) => (secret = issued))
    const other = await processes.start(config)
    dying.issue('team')
    await waitFor(() => secret !== '')
    const ask = (url: string): Promise<number> =>
      post(
        `${url}/v1/chat/completions`,
        { model: 'm', max_tokens: 500, messages: [] },
        { authorization: `Bearer ${secret}`, 'x-api-key': '' },
      ).then(
        ({ status }) => status,
        () => 0,
      )
    upstream.answer = () => {}
    const before = upstream.seen.length
    const cut = ask(dying.url)
    await waitFor(() => upstream.seen.length > before)
    expect(await ask(other.url)).toBe(429)
    await dying.kill()
    expect(await cut).toBe(0)
    const killed = performance.now()
    expect(await ask(other.url)).toBe(429)
    upstream.answer = (response) => void response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":{"message":"no"}}')
    await waitFor(async () => (await ask(other.url)) === 400, 60_000)
    expect(performance.now() - killed).toBeLessThan(45_000)
    await other.kill()
  })
})
