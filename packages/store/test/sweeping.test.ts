import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openStore, startSweeping } from '../src/open-store.ts'
import type { Store } from '../src/store.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const day = 86_400_000
let store: Store

beforeEach(async () => {
  vi.useFakeTimers({ now, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  store = await openStore({})
  const head = { key: 'k', operation: 'generate', model: 'm', format: 'chat', stream: false, status: 200, outcome: 'ok', attempts: 1 }
  await store.usage.add(
    [40, 20].map((days) => ({ ...head, id: `${days}`, at: now - days * day, tokens: {}, estimated: false, millis: 1, notices: [] })),
  )
  const document = { kind: 'response', owner: 'k', createdAt: 1, revision: 1, body: {} }
  await store.documents.insert({ ...document, id: 'soon', expiresAt: now + 30_000 })
  await store.documents.insert({ ...document, id: 'later', expiresAt: now + 300_000 })
})

afterEach(async () => {
  vi.useRealTimers()
  await store.close()
})

async function left(): Promise<readonly [string, string]> {
  const documents = await store.documents.list('response', { now: 0, limit: 9, order: 'oldest-first' })
  const records = await store.usage.list({}, { limit: 9 })
  return [documents.map(({ id }) => id).join(' '), records.map(({ id }) => id).join(' ')]
}

test('what has expired goes a minute after the start and each ten minutes, and old records when the operator says so', async () => {
  let retention: number | undefined
  const end = startSweeping(
    store,
    () => retention,
    () => {},
  )
  await vi.advanceTimersByTimeAsync(59_000)
  expect(await left()).toEqual(['later soon', '20 40'])
  await vi.advanceTimersByTimeAsync(2000)
  expect(await left()).toEqual(['later', '20 40'])
  retention = 30 * day
  await vi.advanceTimersByTimeAsync(600_000)
  expect(await left()).toEqual(['', '20'])
  end()
  retention = day
  await vi.advanceTimersByTimeAsync(2_000_000)
  expect(await left()).toEqual(['', '20'])
})

test('a store that fails is reported, and tried again', async () => {
  const problems: string[] = []
  const end = startSweeping(
    store,
    () => undefined,
    (problem) => problems.push(problem),
  )
  await store.close()
  await vi.advanceTimersByTimeAsync(61_000)
  await vi.advanceTimersByTimeAsync(600_000)
  end()
  expect(problems).toHaveLength(2)
  expect(problems[0]).toMatch(/^what has expired cannot be deleted: StoreError: SQLite: /)
})
