import fc from 'fast-check'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { createSqliteDatabase, lossesInPieces, spentInPieces, sumInPieces } from '../src/sqlite/create-sqlite-database.ts'
import { createUsageStore } from '../src/usage.ts'
import { migrate } from '../src/sqlite/open-database-file.ts'
import type { LossCount, UsageFilter, UsageGroup } from '../src/store.ts'
import type { UsageRecord } from '../src/usage-record.ts'
import { runs } from '../../../tools/runs.ts'

const groups: readonly (UsageGroup | undefined)[] = [undefined, 'key', 'model', 'channel', 'day']

const byName = (one: LossCount, other: LossCount): number => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)

test('sums, losses and spending in pieces are those in one go, wherever the pieces end', async () => {
  const record = fc.record({
    at: fc.integer({ min: 0, max: 30 }).map((step) => step * 20_000_000),
    key: fc.constantFrom('k1', 'k2'),
    model: fc.constantFrom('a', 'b', 'c'),
    costMicros: fc.integer({ min: 0, max: 5 }),
    estimated: fc.boolean(),
    failedMicros: fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined }),
    outcome: fc.constantFrom('ok', 'cancelled', 'overloaded'),
    notices: fc.constantFrom([], ['x/a'], ['x/a', 'x/b']),
    client: fc.constantFrom('codex 1', undefined),
  })
  const time = fc.option(
    fc.integer({ min: 0, max: 31 }).map((step) => step * 20_000_000),
    { nil: undefined },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(record, { maxLength: 60 }),
      fc.integer({ min: 1, max: 20 }),
      time,
      time,
      fc.option(fc.constant('k1'), { nil: undefined }),
      async (drafts, atOnce, from, to, key) => {
        const connection = new DatabaseSync(':memory:')
        migrate(connection, 'test')
        const database = createSqliteDatabase(connection)
        const usage = createUsageStore(database)
        const head = {
          operation: 'generate',
          format: 'chat',
          stream: false,
          status: 200,
          attempts: 1,
          millis: 1,
        }
        await usage.add(
          drafts.map(({ client, failedMicros, costMicros, ...draft }, index): UsageRecord => ({
            ...head,
            ...draft,
            costMicros: costMicros + (failedMicros ?? 0),
            ...(failedMicros !== undefined && { failedMicros }),
            ...(client !== undefined && { client }),
            id: `r${index}`,
            tokens: { input: index, output: 1 },
          })),
        )
        const filter: UsageFilter = {
          ...(from !== undefined && { from }),
          ...(to !== undefined && { to }),
          ...(key !== undefined && { key }),
        }
        const inPieces = sumInPieces(database, usage.sum, atOnce)
        for (const by of groups) expect(await inPieces(filter, by)).toEqual(await usage.sum(filter, by))
        const losses = await lossesInPieces(database, usage.countLosses, atOnce)(filter)
        expect(losses.toSorted(byName)).toEqual((await usage.countLosses(filter)).toSorted(byName))
        expect(await inPieces(filter, 'day', 'model')).toEqual(await usage.sum(filter, 'day', 'model'))
        const asked = [
          { key: 'k1', ...(from !== undefined && { from }), ...(to !== undefined && { to }) },
          { key: 'k2', ...(to !== undefined && { from: to }) },
          { key: 'k3' },
        ]
        const spent = await spentInPieces(database, usage.spent, atOnce)(asked)
        expect(spent).toEqual(await usage.spent(asked))
        for (const query of asked) expect(spent.get(query.key)).toBe((await usage.sum(query))[0]?.costMicros ?? 0)
        connection.close()
      },
    ),
    runs(150),
  )
})
