import { setImmediate as pause } from 'node:timers/promises'
import type { Database } from '../database.ts'
import type { UsageFilter, UsageStore, UsageSum } from '../store.ts'

/** Records that are summed in one go, some milliseconds' work: nobody else is served meanwhile. */
const recordsAtOnce = 10_000

/** The same sums, made of those over stretches of time, with room for others in between: SQLite works in the thread that serves. */
export function sumInPieces(database: Database, sum: UsageStore['sum'], atOnce = recordsAtOnce): UsageStore['sum'] {
  /** When the stretch ends that begins at `from`; absent: it is the last. */
  async function endOf(from: number, { to }: UsageFilter): Promise<number | undefined> {
    const [row] = await database.read('SELECT at FROM usage WHERE at >= ? ORDER BY at LIMIT 1 OFFSET ?', [from, atOnce])
    if (row === undefined) return undefined
    const end = Math.max(Number(row['at']), from + 1)
    return to !== undefined && end >= to ? undefined : end
  }

  return async (filter, by) => {
    let from = filter.from ?? 0
    let end = await endOf(from, filter)
    if (end === undefined) return sum(filter, by)
    const sums = new Map<string, UsageSum>()
    for (;;) {
      const stretch = end === undefined ? { ...filter, from } : { ...filter, from, to: end }
      for (const piece of await sum(stretch, by)) {
        const known = sums.get(piece.group)
        sums.set(piece.group, known ? added(known, piece) : piece)
      }
      if (end === undefined) return [...sums.values()].toSorted(dearestFirst)
      await pause()
      from = end
      end = await endOf(from, filter)
    }
  }
}

function added(one: UsageSum, other: UsageSum): UsageSum {
  return {
    group: one.group,
    requests: one.requests + other.requests,
    failed: one.failed + other.failed,
    input: one.input + other.input,
    output: one.output + other.output,
    cacheRead: one.cacheRead + other.cacheRead,
    cacheWrite: one.cacheWrite + other.cacheWrite,
    costMicros: one.costMicros + other.costMicros,
  }
}

function dearestFirst(one: UsageSum, other: UsageSum): number {
  return other.costMicros - one.costMicros || other.requests - one.requests || (one.group < other.group ? -1 : 1)
}
