import { describe, expect, test } from 'vitest'
import { createSpending, issueKey } from '@interlingua/access'
import { openStore } from '@interlingua/store'
import { atEnd } from '../at-end.ts'
import { waitFor } from '../wait-for.ts'
import { openLedgers, type OpenLedger } from './open-ledgers.ts'
import { recordOf } from './record-of.ts'
import { sqliteAccounts } from './sqlite-accounts.ts'

const pause = (millis: number): Promise<void> => new Promise((done) => setTimeout(done, millis))

async function open(count: number, rules?: Parameters<typeof openLedgers>[1]): Promise<readonly [OpenLedger, OpenLedger]> {
  return openLedgers(await sqliteAccounts(count), rules) as unknown as readonly [OpenLedger, OpenLedger] // the second where there are two
}

describe('the store is asked in intervals, however many requests there are', () => {
  const plenty = 1_000_000_000

  /** Largest number of calls of the store: several reads a second for recalls, a write a second, and those at begin and end. */
  const mostIn = (millis: number): number => 12 + (millis / 1000) * 10

  test('one after the other', async () => {
    const [one] = await open(1)
    const began = performance.now()
    for (let index = 0; index < 3_000; index++) {
      expect(await one.look()).toMatchObject({ used: index * 7, held: 0 })
      expect(await one.reserve(12, plenty)).toMatchObject({ done: true, held: 12 })
      await one.settle(12, 7)
    }
    await pause(300)
    const { reads, writes } = one.asked
    expect(reads + writes).toBeLessThan(mostIn(performance.now() - began))
  })

  test('many at once, again and again', async () => {
    const [one] = await open(1)
    const began = performance.now()
    for (let round = 0; round < 30; round++) {
      const crowd = Array.from({ length: 100 }, async () => {
        await one.look()
        expect(await one.reserve(12, plenty)).toMatchObject({ done: true })
        await pause(1)
        await one.settle(12, 7)
      })
      await Promise.all(crowd)
    }
    const { reads, writes } = one.asked
    expect(reads + writes).toBeLessThan(mostIn(performance.now() - began))
    expect(await one.look()).toMatchObject({ used: 21_000, held: 0 })
  })

  test('many that find the limit used up', async () => {
    const [one] = await open(1)
    await one.reserve(10, 10)
    await one.settle(10, 10)
    const began = performance.now()
    const before = one.asked.reads
    for (let index = 0; index < 3_000; index++) expect(await one.look()).toMatchObject({ used: 10, held: 0 })
    expect(one.asked.reads - before).toBeLessThan(2 + (performance.now() - began) / 500)
  })

  test('no step of a lease makes anybody wait, and a key that nobody uses costs nothing', async () => {
    const [one] = await open(1)
    await one.reserve(12, plenty)
    for (const step of [
      { type: 'look' },
      { type: 'reserve', points: 5, limit: plenty },
      { type: 'settle', reserved: 12, points: 3 },
    ] as const)
      expect(one.ledger.take('a', step)).not.toBeInstanceOf(Promise)
    await one.settle(5, 5)
    await pause(3_000)
    const before = { ...one.asked }
    await pause(1_000)
    expect(one.asked).toEqual(before)
  })
})

describe.concurrent('a lease', () => {
  test('is given back to another process that needs the room, which is served, not refused', async () => {
    const [one, other] = await open(2)
    await one.reserve(10, 100)
    await one.settle(10, 10)
    const began = performance.now()
    expect(await other.reserve(85, 100)).toMatchObject({ done: true, used: 10, held: 85 })
    expect(performance.now() - began).toBeLessThan(2_000)
    // Each step is now taken at the store, and a refusal needs no wait.
    const before = performance.now()
    expect(await one.reserve(10, 100)).toMatchObject({ done: false, used: 10, held: 85 })
    expect(performance.now() - before).toBeLessThan(500)
    await other.settle(85, 5)
    expect(await one.look()).toMatchObject({ used: 15, held: 0 })
    expect(await one.reserve(85, 100)).toMatchObject({ done: true, used: 15, held: 85 })
  })

  test('is given back to a request that is larger than all of it, which runs alone', async () => {
    const [one, other] = await open(2)
    await one.reserve(10, 100)
    await one.settle(10, 10)
    expect(await other.reserve(500, 100)).toMatchObject({ done: true, used: 10, held: 500 })
    expect(await one.reserve(1, 100)).toMatchObject({ done: false })
    await other.settle(500, 20)
    expect(await one.reserve(70, 100)).toMatchObject({ done: true, used: 30, held: 70 })
  })

  test('that is on its way back serves nobody any more', async () => {
    const [one, other] = await open(2)
    await one.reserve(10, 100)
    await one.settle(10, 10)
    const told = one.asked.writes
    one.delay(300)
    const wanted = other.reserve(85, 100)
    // The first is too late, for the other has written meanwhile.
    await waitFor(() => one.asked.writes === told + 2)
    const late = one.reserve(10, 100)
    // There is no room for both, so the later one is refused.
    expect([(await wanted).done, (await late).done].toSorted()).toEqual([false, true])
  })

  test('leaves no room for what is larger than all of it while a request runs', async () => {
    const [one, other] = await open(2)
    await one.reserve(10, 100)
    expect(await other.reserve(500, 100)).toMatchObject({ done: false, held: 10 })
  })

  test('is told and given back when its process ends in order', async () => {
    const [one, other] = await open(2)
    await one.reserve(10, 100)
    await one.reserve(10, 100)
    await one.settle(10, 4)
    await one.ledger.close()
    expect(await other.look()).toMatchObject({ used: 4, held: 10 })
    // A request that ends later is written at once.
    await one.settle(10, 3)
    expect(await other.look()).toMatchObject({ used: 7, held: 0 })
  })

  test('is told to others within some seconds: what was used, and what runs', async () => {
    const [one, other] = await open(2)
    for (let index = 0; index < 5; index++) await one.reserve(10, 1_000)
    for (let index = 0; index < 3; index++) await one.settle(10, 4)
    expect(await one.look()).toMatchObject({ used: 12, held: 20 })
    await waitFor(async () => {
      const { used, held } = await other.look()
      return used === 12 && held === 20
    })
  })

  test('is of no use under a limit that was lowered meanwhile', async () => {
    const [one] = await open(1)
    await one.reserve(10, 1_000)
    expect(await one.reserve(10, 15)).toMatchObject({ done: false })
    expect(await one.reserve(5, 15)).toMatchObject({ done: true, held: 15 })
  })

  test('that was overdrawn by an answer is told at once', async () => {
    const [one, other] = await open(2)
    await one.reserve(10, 100)
    await one.reserve(10, 100)
    await one.settle(10, 85)
    expect(await other.reserve(10, 100)).toMatchObject({ done: false, used: 85, held: 10 })
    expect(await other.reserve(5, 100)).toMatchObject({ done: true })
  })

  test('goes on in the next window, where nothing of the last one is used', async () => {
    const [one, other] = await open(2, { window: 1_000 })
    await one.reserve(10, 100)
    await one.settle(10, 10)
    await one.reserve(20, 100)
    await pause(1_050)
    expect(await one.look()).toMatchObject({ used: 0, held: 20, resetMs: 0 })
    await one.reserve(10, 100)
    await one.settle(10, 5)
    expect(await one.look()).toMatchObject({ used: 5, held: 20 })
    expect(await other.reserve(76, 100)).toMatchObject({ done: false })
    expect(await other.reserve(75, 100)).toMatchObject({ done: true, used: 5, held: 95 })
  })
})

describe.concurrent('a process that is dead', () => {
  test('holds its lease until it ends, which is at most half of the room, and others are not kept waiting for it', async () => {
    const [dying, other] = await open(2, { lease: 3_000 })
    await dying.reserve(10, 100)
    await dying.settle(10, 10)
    dying.kill()
    expect(await other.reserve(40, 100)).toMatchObject({ done: true })
    expect(await other.reserve(40, 100)).toMatchObject({ done: false })
    const before = performance.now()
    expect(await other.reserve(40, 100)).toMatchObject({ done: false })
    expect(performance.now() - before).toBeLessThan(500)
    await waitFor(async () => (await other.reserve(60, 100)).done, 6_000)
  })

  test('had told what it used, up to the last second', async () => {
    const [dying, other] = await open(2, { lease: 3_000 })
    await dying.reserve(10, 1_000)
    await dying.settle(10, 10)
    await pause(900)
    await dying.reserve(10, 1_000)
    await pause(900)
    dying.kill()
    expect((await other.look()).used).toBe(10)
  })

  test('has spent what its usage records say: these are summed again once its lease has ended', async () => {
    const store = await openStore({})
    atEnd(() => store.close())
    const { key } = issueKey({ name: 'spender' }, 0)
    const budget = { micros: 10_000, period: 'total' } as const
    const [dying, other] = await open(2, { lease: 1_500, window: 3_600_000, beginsEmpty: false })
    const [first, second] = [createSpending(dying.ledger, store), createSpending(other.ledger, store)]
    expect(await first.take(key, budget, 0, { type: 'reserve', points: 100, limit: 10_000 })).toMatchObject({ done: true })
    await store.usage.add([recordOf(key.id, 1, 90)])
    await first.take(key, budget, 0, { type: 'settle', reserved: 100, points: 90 })
    dying.kill()
    expect((await second.take(key, budget, 0, { type: 'look' })).used).toBe(0)
    await waitFor(async () => (await second.take(key, budget, 0, { type: 'look' })).used === 90, 5_000)
  })
})

test('where the store does not answer each process counts alone, and tells what it counted when it is back', async () => {
  const [one, other] = await open(2)
  await one.reserve(10, 100)
  for (const process of [one, other]) process.fail(true)
  expect(await other.reserve(90, 100)).toMatchObject({ done: true })
  expect(await other.reserve(20, 100)).toMatchObject({ done: false })
  await other.settle(90, 30)
  expect(await other.look()).toMatchObject({ used: 30, held: 0 })
  await one.settle(10, 10)
  for (const process of [one, other]) process.fail(false)
  await waitFor(async () => (await one.look()).used === 40 && (await other.look()).used === 40, 6_000)
})
