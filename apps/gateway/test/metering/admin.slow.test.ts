import { beforeAll, describe, expect, test } from 'vitest'
import { openStore, type UsageRecord } from '@interlingua/store'
import { runProgram } from '../keys/run-program.ts'
import { startGateway, type RunningGateway } from '../start-gateway.ts'
import { tempFolder } from '../temp-folder.ts'
import { askUsage } from './ask-usage.ts'

const folder = tempFolder('metering')
const data = `${folder}/.interlingua`
const day = Date.parse('2026-11-20T00:00:00Z')
let gateway: RunningGateway
let admin: string
let plain: string
let teamId = ''

function recordOf(id: string, at: number, more: Partial<UsageRecord> = {}): UsageRecord {
  return {
    id,
    at,
    key: teamId,
    operation: 'generate',
    model: 'small',
    format: 'chat',
    channel: 'one',
    upstreamModel: 'small-1',
    stream: false,
    status: 200,
    outcome: 'ok',
    attempts: 1,
    tokens: { input: 100, fresh: 40, cacheRead: 60, output: 10 },
    estimated: false,
    costMicros: 1_500_000,
    millis: 12.5,
    notices: [],
    ...more,
  }
}

beforeAll(async () => {
  gateway = await startGateway({ dataDir: data, prices: { currency: 'EUR', models: [] } })
  admin = await gateway.issue({ name: 'boss', admin: true })
  plain = await gateway.issue({ name: 'team' })
  const store = await openStore({ dataDir: data })
  teamId = (await store.keys.find('team'))?.id ?? ''
  await store.usage.add([
    recordOf('a', day),
    recordOf('b', day + 1, { model: 'large', channel: 'two', costMicros: 1 }),
    recordOf('c', day + 86_400_000, { outcome: 'cancelled', status: 499, estimated: true, tokens: { input: 5 }, key: 'key_gone' }),
  ])
  await store.close()
})

describe('GET /admin/usage', () => {
  test('is for administrators alone', async () => {
    const statuses = [
      {},
      { authorization: `Bearer ${plain}` },
      { authorization: 'Bearer nobody' },
      { authorization: `Bearer ${admin}` },
    ].map(
      async (headers) => (await fetch(`${gateway.url}/admin/usage`, { headers: new Headers(headers as Record<string, string>) })).status, // texts all
    )
    expect(await Promise.all(statuses)).toEqual([401, 403, 401, 200])
  })

  test('lists records from the newest, with times and costs as text', async () => {
    expect(await askUsage(gateway.url, admin, '?limit=1&key=team')).toEqual({
      object: 'list',
      currency: 'EUR',
      data: [
        {
          ...Object.fromEntries(
            Object.entries(recordOf('b', 0, { model: 'large', channel: 'two' })).filter(([name]) => name !== 'costMicros'),
          ),
          at: '2026-11-20T00:00:00.001Z',
          cost: '0.000001',
        },
      ],
      next: `${day + 1}-b`,
    })
  })

  test('gives the next page for what the last one told, until there is none', async () => {
    const ids: string[] = []
    let next: string | undefined
    do {
      const page = await askUsage(gateway.url, admin, `?limit=2${next === undefined ? '' : `&before=${next}`}`)
      ids.push(...page.data.flatMap((row) => ('id' in row ? row.id : [])))
      next = page.next
    } while (next !== undefined)
    expect(ids).toEqual(['c', 'b', 'a'])
  })

  test.each([
    ['?key=team', 'ba'],
    ['?key=key_gone', 'c'],
    ['?model=large', 'b'],
    ['?channel=one', 'ca'],
    ['?from=2026-11-21', 'c'],
    ['?to=2026-11-21', 'ba'],
    ['?from=2026-11-20T00:00:00.001Z&to=2026-11-21T01:00:00%2B01:00', 'b'],
    ['?key=nobody', ''],
  ])('%s narrows the list', async (query, ids) => {
    const { data: rows } = await askUsage(gateway.url, admin, query)
    expect(rows.map((row) => ('id' in row ? row.id : '')).join('')).toBe(ids)
  })

  test('sums by key, with its name, by model, channel and day, and over all', async () => {
    expect((await askUsage(gateway.url, admin, '?by=key')).data).toEqual([
      {
        group: teamId,
        name: 'team',
        requests: 2,
        failed: 0,
        tokens: { input: 200, output: 20, cacheRead: 120, cacheWrite: 0 },
        hitRate: 0.6,
        cost: '1.500001',
      },
      {
        group: 'key_gone',
        requests: 1,
        failed: 0,
        tokens: { input: 5, output: 0, cacheRead: 0, cacheWrite: 0 },
        hitRate: 0,
        cost: '1.500000',
        estimated: 1,
        estimatedCost: '1.500000',
      },
    ])
    const groups = async (by: string): Promise<unknown> =>
      (await askUsage(gateway.url, admin, `?by=${by}`)).data.map((row) => ('group' in row ? [row.group, row.cost] : []))
    expect(await groups('model')).toEqual([
      ['small', '3.000000'],
      ['large', '0.000001'],
    ])
    expect(await groups('day')).toEqual([
      ['2026-11-20', '1.500001'],
      ['2026-11-21', '1.500000'],
    ])
    expect(await groups('all')).toEqual([['', '3.000001']])
  })

  test.each(['?limit=0', '?limit=1001', '?by=colour', '?from=yesterday', '?from=2026-13-01', '?before=x', '?page=2'])(
    '%s is refused, with what is wrong in it',
    async (query) => {
      const answer = await fetch(`${gateway.url}/admin/usage${query}`, { headers: { authorization: `Bearer ${admin}` } })
      expect(answer.status).toBe(400)
      expect(JSON.stringify(await answer.json())).toContain(/\?(\w+)/.exec(query)?.[1])
    },
  )

  test('a key in the query is who asks where no header says so, and no filter', async () => {
    const answer = await fetch(`${gateway.url}/admin/usage?by=all&key=${admin}`)
    expect(await answer.json()).toMatchObject({ data: [{ requests: 3 }] })
  })
})

describe('interlingua usage', () => {
  async function usage(...argv: readonly string[]): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> {
    const run = runProgram(['usage', ...argv], folder)
    return { code: await run.ended, out: run.out(), err: run.err() }
  }

  test('prints sums as a table, while the gateway runs', async () => {
    expect(await usage()).toEqual({
      code: 0,
      out: `       requests  failed  input  cached   hits  output       USD
small         2       0    105      60  57.1%      10  3.000000
large         1       0    100      60  60.0%      10  0.000001
Estimated: 50.0% of the cost, 33.3% of the requests
`,
      err: '',
    })
  })

  test('lists requests, with a mark at what is a guess, and tells where the next begin', async () => {
    const { out } = await usage('--list', '--limit', '2', '--from', '2026-11-20')
    const [head, first, second, more] = out.split('\n')
    expect(head).toMatch(/^time +key +model +channel +outcome +input +cached +output +USD$/)
    expect(first).toMatch(/^2026-11-21T00:00:00.000Z +key_gone +small +one +cancelled +~5 +1.500000$/)
    expect(second).toMatch(/^2026-11-20T00:00:00.001Z +key_\w+ +large +two +ok +100 +60 +10 +0.000001$/)
    expect(more).toBe(`More: --cursor ${day + 1}-b`)
  })

  test('prints as JSON what the endpoint answers', async () => {
    const { out } = await usage('--by', 'key', '--json')
    expect(JSON.parse(out)).toEqual({ ...(await askUsage(gateway.url, admin, '?by=key')), currency: 'USD' })
  })

  test('lets no name that a caller made up speak to the terminal', async () => {
    const store = await openStore({ dataDir: data })
    await store.usage.add([recordOf('evil', day - 5 * 86_400_000, { model: 'x\u001b]0;owned\u0007\u202ey' })])
    await store.close()
    const { out } = await usage('--to', '2026-11-19')
    expect(out).toContain('x\ufffd]0;owned\ufffd\ufffdy')
  })

  test('refuses what it does not understand, and says when there is nothing', async () => {
    expect(await usage('--by', 'colour')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--by colour: it must be one of key, model, channel, client, format, hour, day, all') as unknown,
    })
    expect(await usage('--key', 'nobody')).toMatchObject({ code: 0, out: 'Nothing was used.\n' })
  })
})
