import type { LossCount, UsageGroup } from '@interlingua/store'
import type { NoticeRow, UsageRow } from '../api/index.ts'
import { ConsoleError } from '../console-error.ts'
import { readCount, refuseUnknown } from '../serve/read-input.ts'
import { type Call, type ConsoleRoute, everyRole, watchers } from '../serve/route.ts'
import { filterParameters, readFilter } from './request-filter.ts'

const groups = ['key', 'model', 'channel', 'client', 'format', 'hour', 'day'] as const satisfies readonly UsageGroup[]
const mostRows = 1000
/** Ways that are named for each loss. */
const named = 5

/** Routes of sums, and of losses. */
export function createUsageRoutes(): readonly ConsoleRoute[] {
  return [
    { method: 'GET', path: '/usage', summary: 'Sums usage and cost by a group', roles: everyRole, serve: sumUsage },
    { method: 'GET', path: '/notices', summary: 'Counts losses, the most frequent first', roles: watchers, serve: countNotices },
  ]
}

async function sumUsage({ gateway: { store, prices }, query, person }: Call): Promise<{
  readonly currency: string
  readonly rows: readonly UsageRow[]
}> {
  refuseUnknown(query, [...filterParameters, 'by', 'limit'])
  const by = groups.find((group) => group === (query.get('by') ?? 'model'))
  if (by === undefined) throw new ConsoleError('invalid-request', `by: use one of ${groups.join(', ')}`, { field: 'by' })
  const limit = readCount(query, 'limit', 100, mostRows)
  const asked = await readFilter(query, store)
  const sums = await store.usage.sum(person.role === 'user' ? { ...asked, key: person.keyId ?? '' } : asked, by)
  const names = by === 'key' ? new Map((await store.keys.list()).map(({ id, name }) => [id, name])) : undefined
  return {
    currency: prices.currency,
    rows: sums.slice(0, limit).map((sum) => {
      const name = names?.get(sum.group)
      return { ...sum, ...(name !== undefined && { name }) }
    }),
  }
}

async function countNotices({
  gateway: { store },
  query,
}: Call): Promise<{ readonly requests: number; readonly rows: readonly NoticeRow[] }> {
  refuseUnknown(query, filterParameters)
  const counts = await store.usage.countLosses(await readFilter(query, store))
  const all = counts.reduce((sum, { requests }) => sum + requests, 0)
  const byCode = new Map<string, LossCount[]>()
  for (const count of counts) for (const code of count.notices) byCode.set(code, [...(byCode.get(code) ?? []), count])
  const rows = [...byCode].map(([code, found]): NoticeRow => {
    const requests = found.reduce((sum, count) => sum + count.requests, 0)
    return { code, requests, share: requests / all, top: topOf(found) }
  })
  return { requests: all, rows: rows.toSorted((one, other) => other.requests - one.requests).slice(0, mostRows) }
}

/** Ways with the most requests; a way is counted once, whatever else was lost on it. */
function topOf(counts: readonly LossCount[]): NoticeRow['top'] {
  const ways = new Map<string, NoticeRow['top'][number]>()
  for (const { client, format, channel, requests } of counts) {
    const way = JSON.stringify([client, format, channel])
    ways.set(way, { client, format, channel, requests: requests + (ways.get(way)?.requests ?? 0) })
  }
  return [...ways.values()].toSorted((one, other) => other.requests - one.requests).slice(0, named)
}
