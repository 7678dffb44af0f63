import { issueKey } from '@interlingua/access'
import type { ApiKey, Store } from '@interlingua/store'
import { describe, expect, test, vi } from 'vitest'
import { openStores } from '../store/stores.ts'
import { waitFor } from '../wait-for.ts'
import { ask, askOften, chatChannel, startChatUpstream } from './chat-upstream.ts'
import { bundle, key, type RunningWorkers, startWorkers } from './start-workers.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const stores = await openStores()
const program = await bundle()

type UsageSum = Awaited<ReturnType<Store['usage']['sum']>>[number]

async function issue(store: Store, name: string, terms: Pick<ApiKey, 'limits' | 'budget'>): Promise<string> {
  const { key: issued, secret } = issueKey({ name, ...terms }, Date.now())
  if (!(await store.keys.insert(issued))) throw new Error('the name is taken')
  return secret
}

/** Sum of the records of a key, once those of so many good answers are in the table: SQLite has them in a journal for a moment. */
async function keptOf(store: Store, name: string, good: number): Promise<UsageSum> {
  const filter = { key: (await store.keys.find(name))?.id ?? '' }
  let sum: UsageSum | undefined
  await waitFor(async () => {
    ;[sum] = await store.usage.sum(filter)
    return sum !== undefined && sum.requests - sum.failed >= good
  })
  if (sum === undefined) throw new Error('there are no records')
  return sum
}

/** Number of workers that answered requests, by the log. */
async function answering(workers: RunningWorkers): Promise<number> {
  // The log is late by design.
  await new Promise((done) => setTimeout(done, 300))
  return new Set(workers.log().flatMap(({ worker, path }) => (path === undefined ? [] : [worker]))).size
}

/** True if a worker ever counted by itself: a machine that is busy beyond measure, where exact counts are not promised. */
function isAlone(workers: RunningWorkers, from = 0): boolean {
  return workers
    .log()
    .slice(from)
    .some(({ event }) => event === 'limits-counted-alone')
}

let trials = 0

/** Runs a trial again, with new keys, if a worker had to count by itself meanwhile; the last one counts in any case. */
async function whileShared(workers: RunningWorkers, trial: (name: string) => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const before = workers.log().length
    try {
      return await trial(`trial-${++trials}`)
    } catch (error) {
      await new Promise((done) => setTimeout(done, 500))
      if (attempt === 3 || !isAlone(workers, before)) throw error
    }
  }
}

for (const { name, create } of stores.kinds)
  describe(`two workers on ${name}`, async () => {
    const upstream = await startChatUpstream()
    const options = await create()
    const channel = chatChannel(upstream.url)
    const workers = await startWorkers(
      program,
      {
        workers: 2,
        channels: [
          channel,
          { ...channel, name: 'narrow', models: ['narrow'], concurrency: { limit: 3, queue: 100 } },
          { ...channel, name: 'fragile', models: ['fragile'], circuitBreaker: { failures: 6, cooldown: '3s' } },
        ],
        retry: { attempts: 1 },
        // 20 tokens cost 200 millionths, and so does the estimate of a request with 10 tokens at most.
        prices: { models: [{ model: '*', input: 0, output: 0, request: 0.0002 }] },
      },
      options,
    )
    const store = await stores.open(options)

    test('a rate of requests lets exactly its number through', async () => {
      await whileShared(workers, async (id) => {
        const secret = await issue(store, id, { limits: { requestsPerMinute: 100 } })
        expect(await askOften(workers.url, secret, 240)).toEqual({ 200: 100, 429: 140 })
      })
      expect(await answering(workers)).toBe(2)
    })

    test('a budget in money lets exactly what it pays for through, and the records say so', async () => {
      await whileShared(workers, async (id) => {
        const secret = await issue(store, id, { budget: { micros: 200 * 60, period: 'day' } })
        const statuses: Record<number, number> = {}
        // Requests are refused for the moment while running ones reserve the rest; the budget is spent once nothing else comes.
        for (let round = 0; round < 40 && (statuses[200] ?? 0) < 60; round++)
          for (const [status, count] of Object.entries(await askOften(workers.url, secret, 24, 8)))
            statuses[Number(status)] = (statuses[Number(status)] ?? 0) + count
        const rest = await askOften(workers.url, secret, 20, 8)
        expect([statuses[200], rest]).toEqual([60, { 429: 20 }])
        const kept = await keptOf(store, id, 60)
        expect([kept.costMicros, kept.requests - kept.failed]).toEqual([200 * 60, 60])
      })
    })

    test('a rate of tokens is never passed', async () => {
      await whileShared(workers, async (id) => {
        const secret = await issue(store, id, { limits: { tokensPerMinute: 1_000 } })
        const statuses = await askOften(workers.url, secret, 120)
        const kept = await keptOf(store, id, statuses[200] ?? 0)
        // The estimate is a little above the 20 tokens of each answer.
        expect(kept.input + kept.output).toBeLessThanOrEqual(1_000)
        expect(statuses[200]).toBeGreaterThan(25)
        expect((statuses[200] ?? 0) + (statuses[429] ?? 0)).toBe(120)
      })
    })

    test('streams at once of a key are counted together, and given back', async () => {
      await whileShared(workers, async (id) => {
        const secret = await issue(store, id, { limits: { concurrentStreams: 5 } })
        upstream.streams.length = 0
        const answers = await Promise.all(Array.from({ length: 20 }, () => ask(workers.url, secret, { stream: true })))
        expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(5).fill(200), ...Array(15).fill(429)])
        for (const answer of answers) await answer.body?.cancel()
        await waitFor(async () => {
          const again = await ask(workers.url, secret, { stream: true })
          await again.body?.cancel()
          return again.status === 200
        })
      })
    })

    test('calls at once of a channel are counted together, and wait their turn', async () => {
      await waitFor(() => upstream.running() === 0)
      upstream.forgetMost()
      upstream.delay = 40
      const statuses = await Promise.all(
        Array.from({ length: 24 }, async () => {
          const answer = await ask(workers.url, key, { model: 'narrow' })
          await answer.text()
          return answer.status
        }),
      )
      upstream.delay = 0
      expect(new Set(statuses)).toEqual(new Set([200]))
      if (!isAlone(workers)) expect(upstream.most()).toBe(3)
    })

    test('a breaker opens by the failures of both workers, and one probe closes it for both', async () => {
      upstream.status = 500
      const calls = (): number => upstream.seen.length
      const before = calls()
      for (let round = 0; round < 6; round++) await (await ask(workers.url, key, { model: 'fragile' })).text()
      expect(calls() - before).toBe(6)
      // The news takes a moment to the other worker, on a busy machine a long one.
      await new Promise((done) => setTimeout(done, 600))
      // Open for both: no further call reaches the upstream.
      for (let round = 0; round < 6; round++) expect((await ask(workers.url, key, { model: 'fragile' })).status).toBe(503)
      expect(calls() - before).toBe(6)
      upstream.status = 200
      await waitFor(async () => (await ask(workers.url, key, { model: 'fragile' })).status === 200)
      await new Promise((done) => setTimeout(done, 600))
      for (let round = 0; round < 6; round++) expect((await ask(workers.url, key, { model: 'fragile' })).status).toBe(200)
    })

    test('a revoked key is refused by both at once', async () => {
      const secret = await issue(store, `revoked-${Date.now()}`, {})
      expect(await askOften(workers.url, secret, 8)).toEqual({ 200: 8 })
      const [found] = (await store.keys.list()).slice(-1)
      await store.keys.revoke(found?.id ?? '', Date.now())
      await new Promise((done) => setTimeout(done, 100))
      expect(await askOften(workers.url, secret, 8)).toEqual({ 401: 8 })
    })

    test('one page of metrics sums both, whichever is asked', async () => {
      const counted = async (): Promise<number> => {
        const text = await (await fetch(`${workers.url}/metrics`, { headers: { connection: 'close' } })).text()
        return [...text.matchAll(/^interlingua_requests_total\{endpoint="\/v1\/chat\/completions".* (\d+)$/gm)].reduce(
          (sum, [, value]) => sum + Number(value),
          0,
        )
      }
      const before = await counted()
      await askOften(workers.url, key, 20)
      const after = await Promise.all([counted(), counted(), counted(), counted()])
      expect(after).toEqual([before + 20, before + 20, before + 20, before + 20])
    })
  })
