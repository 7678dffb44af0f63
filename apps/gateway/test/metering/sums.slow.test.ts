import { formats as served } from '../served.ts'
import { formatIds } from '../../src/format-ids.ts'
import { startScriptedProvider, type GivenAnswer } from '@interlingua/scripted-provider/http'
import { request, Agent } from 'node:http'
import { expect, test } from 'vitest'
import { atEnd } from '../at-end.ts'
import { demoChannels, demoProfiles } from '../../src/channels/demo.ts'
import { createPriceTable } from '@interlingua/access'
import type { RecordReport } from '@interlingua/server'
import { startGateway } from '../start-gateway.ts'
import { tempFolder } from '../temp-folder.ts'
import { waitFor } from '../wait-for.ts'
import { asks, formats } from './asks.ts'
import { askUsage } from './ask-usage.ts'

const total = 10_000
const atOnce = 24
const prices = {
  models: [
    { model: 'demo-messages', input: 3, output: 15, cacheRead: 0.3, cacheWrite: { '5m': 3.75, '1h': 6 } },
    { model: 'demo-chat', input: 1.25, output: 10, cacheRead: 0.125 },
    { model: 'demo-responses', input: 0.05, output: 0.4, request: 0.000001 },
    { model: 'demo-contents', input: 0.075, output: 0.3 },
  ],
}

/** How a request goes, of each hundred: most well, some refused, broken off by the upstream, or left by the client. */
function fateOf(index: number): 'good' | 'refused' | 'broken' | 'left' {
  const place = (index * 37) % 100
  return place < 88 ? 'good' : place < 93 ? 'refused' : place < 97 ? 'broken' : 'left'
}

function promptOf(index: number, fate: ReturnType<typeof fateOf>): string {
  // Some prompts are long enough for the upstream's cache, and repeat.
  const text = index % 20 === 0 ? `Tale ${index % 5}. ${'and then it rained '.repeat(300)}` : `Tell me about ${index % 40} ships`
  if (fate === 'refused') return `${text} [demo:status ${index % 2 === 0 ? 400 : 529}]`
  if (fate === 'broken') return `${text} ${['[demo:cut]', '[demo:cut-clean]', '[demo:error-event]'][index % 3]}`
  return fate === 'left' ? `${text} [demo:stall 60s]` : text
}

test(
  'the sum of the usage records is what the upstreams say they gave, over 10,000 requests of each format to each',
  { timeout: 240_000 },
  async () => {
    const given: GivenAnswer[] = []
    const provider = await startScriptedProvider({ onAnswer: (answer) => void given.push(answer) })
    atEnd(() => provider.close())
    const channels = demoChannels(provider.url, formatIds).map((channel) => ({ ...channel, circuitBreaker: false as const }))
    const gateway = await startGateway({
      channels,
      profiles: demoProfiles(served),
      prices,
      retry: { attempts: 1 },
      log: 'off',
      dataDir: tempFolder('metering'),
    })
    const admin = await gateway.issue({ admin: true })
    const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
    const before = Date.now()
    let next = 0

    function ask(index: number): Promise<void> {
      const fate = fateOf(index)
      const client = formats[index % 4] ?? 'messages'
      const upstream = formats[(index >> 2) % 4] ?? 'messages'
      const stream = fate === 'left' || (index >> 4) % 2 === 0
      const { path, body } = asks[client]
      const model = `demo-${upstream}`
      return new Promise((resolve, reject) => {
        const headers = { authorization: 'Bearer any', 'anthropic-version': '2023-06-01', 'content-type': 'application/json' }
        const call = request(gateway.url + path(model, stream), { method: 'POST', headers, agent }, (answer) => {
          if (fate === 'left') {
            // The client hangs up in the middle, once some bytes came.
            answer.once('data', () => call.destroy())
          } else answer.resume()
          answer.on('close', resolve)
          answer.on('error', () => resolve())
        })
        call.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? resolve() : reject(error)))
        call.end(JSON.stringify(body(model, promptOf(index, fate), stream)))
      })
    }

    async function work(): Promise<void> {
      for (let index = next++; index < total; index = next++) await ask(index)
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    agent.destroy()

    const records: RecordReport[] = []
    const expected = Array.from({ length: total }, (_, index) => fateOf(index))
    const countOf = (fate: string): number => expected.filter((one) => one === fate).length
    // That a client left is noticed a little later.
    await waitFor(async () => {
      const [sum] = (await askUsage(gateway.url, admin, '?by=all')).data
      return sum !== undefined && 'requests' in sum && sum.requests === total
    })
    let place: string | undefined
    do {
      const page = await askUsage(gateway.url, admin, `?limit=1000${place === undefined ? '' : `&before=${place}`}`)
      records.push(...(page.data as readonly RecordReport[])) // no sums were asked for
      place = page.next
    } while (place !== undefined)

    expect(records).toHaveLength(total)
    expect(new Set(records.map(({ id }) => id)).size).toBe(total)
    expect(records.every(({ at }) => Date.parse(at) >= before - 1000 && Date.parse(at) <= Date.now() + 1000)).toBe(true)
    const good = records.filter(({ outcome }) => outcome === 'ok')
    const outcomes: Record<string, number> = {}
    for (const { outcome } of records) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    expect(outcomes).toMatchObject({ ok: countOf('good'), cancelled: countOf('left') })
    expect(good.filter(({ estimated }) => estimated)).toEqual([])
    expect(records.filter(({ outcome, estimated }) => outcome === 'cancelled' && !estimated)).toEqual([])

    const table = createPriceTable(prices)
    for (const upstream of formats) {
      const answers = given.filter(({ format }) => format === upstream)
      const kept = good.filter(({ channel }) => channel === `demo-${upstream}`)
      const sum = <Item>(items: readonly Item[], count: (item: Item) => number | undefined): number =>
        items.reduce((all, item) => all + (count(item) ?? 0), 0)
      const micros = ({ cost = '' }: RecordReport): number => Number(cost.replace('.', ''))
      expect([upstream, kept.length]).toEqual([upstream, answers.length])
      expect({
        input: sum(kept, ({ tokens }) => tokens.input),
        output: sum(kept, ({ tokens }) => tokens.output),
        cacheRead: sum(kept, ({ tokens }) => tokens.cacheRead),
        cacheWrite: sum(kept, ({ tokens }) => tokens.cacheWrite),
        micros: sum(kept, micros),
      }).toEqual({
        input: sum(answers, ({ usage }) => usage.input.total),
        output: sum(answers, ({ usage }) => usage.output.total),
        cacheRead: sum(answers, ({ usage }) => usage.input.cacheRead),
        cacheWrite: sum(answers, ({ usage }) => usage.input.cacheWrite),
        micros: sum(answers, ({ usage, model }) => table.costOf(usage, `demo-${upstream}`, model)),
      })
      // Each client format has its share of the records.
      for (const client of formats) expect(kept.filter(({ format }) => format === client).length).toBeGreaterThan(total / 40)
    }

    const sums = (await askUsage(gateway.url, admin, '?by=channel')).data
    expect(sums.reduce((all, row) => all + ('requests' in row ? row.requests : 0), 0)).toBe(total)
    const [whole] = (await askUsage(gateway.url, admin, '?by=all')).data
    const ofRecords = records.reduce((all, { cost = '0' }) => all + Number(cost.replace('.', '')), 0)
    expect(whole && 'requests' in whole ? Number(whole.cost?.replace('.', '')) : 0).toBe(ofRecords)
  },
)
