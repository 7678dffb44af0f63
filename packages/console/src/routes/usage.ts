import type { Formats } from '@interlingua/gateway-kernel'
import type { NoticeEntry } from '@interlingua/core'
import { gatewayNotices } from '@interlingua/server'
import type { LossCount, UsageGroup, UsageSum } from '@interlingua/store'
import type { LossWay, NoticeReport, NoticeRow, UsageReport, UsageRow } from '../api/index.ts'
import { ConsoleError } from '../console-error.ts'
import { namesOfKeys } from '../overview/names-of-keys.ts'
import { readCount, refuseUnknown } from '../serve/read-input.ts'
import { type Call, type ConsoleRoute, everyRole, watchers } from '../serve/route.ts'
import { filterParameters, readFilter } from './request-filter.ts'

const groups = ['key', 'model', 'channel', 'client', 'format', 'hour', 'day'] as const satisfies readonly UsageGroup[]
const mostRows = 1000
/** Rows of sums by two groups: a month of days by a hundred models, and more. */
const mostParts = 5000
/** Ways that are named for each loss, and in all. */
const named = 5
const mostWays = 400

/** Routes of sums, and of losses. */
export function createUsageRoutes(): readonly ConsoleRoute[] {
  return [
    { method: 'GET', path: '/usage', summary: 'Sums usage and cost by one group or two', roles: everyRole, serve: sumUsage },
    { method: 'GET', path: '/notices', summary: 'Counts losses, the most frequent first', roles: watchers, serve: countNotices },
  ]
}

async function sumUsage({ gateway: { store, prices }, query, person }: Call): Promise<UsageReport> {
  refuseUnknown(query, [...filterParameters, 'by', 'split', 'limit'])
  const by = readGroup('by', query.get('by') ?? 'model')
  const asksParts = query.get('split')
  const split = asksParts === null ? undefined : readGroup('split', asksParts)
  const most = split === undefined ? mostRows : mostParts
  const limit = readCount(query, 'limit', split === undefined ? 100 : most, most)
  const asked = await readFilter(query, store)
  const sums = await store.usage.sum(person.role === 'user' ? { ...asked, key: person.keyId ?? '' } : asked, by, split)
  const shown = sums.slice(0, limit)
  const ids = shown.flatMap(({ group, part }) => [
    ...(by === 'key' ? [group] : []),
    ...(split === 'key' && part !== undefined ? [part] : []),
  ])
  const names = ids.length === 0 ? undefined : await namesOfKeys(store.keys, ids)
  const rowOf = (sum: UsageSum): UsageRow => {
    const name = by === 'key' ? names?.get(sum.group) : undefined
    const partName = split === 'key' && sum.part !== undefined ? names?.get(sum.part) : undefined
    return { ...sum, ...(name !== undefined && { name }), ...(partName !== undefined && { partName }) }
  }
  return { currency: prices.currency, rows: shown.map(rowOf), ...(sums.length > limit && { cut: true }) }
}

function readGroup(field: string, text: string): UsageGroup {
  const found = groups.find((group) => group === text)
  if (found === undefined) throw new ConsoleError('invalid-request', `${field}: use one of ${groups.join(', ')}`, { field })
  return found
}

async function countNotices({ gateway: { store, formats }, query }: Call): Promise<NoticeReport> {
  refuseUnknown(query, filterParameters)
  const counts = await store.usage.countLosses(await readFilter(query, store))
  const all = counts.reduce((sum, { requests }) => sum + requests, 0)
  const byCode = new Map<string, LossCount[]>()
  for (const count of counts)
    for (const code of count.notices) {
      const found = byCode.get(code)
      if (found) found.push(count)
      else byCode.set(code, [count])
    }
  const rows = [...byCode].map(([code, found]): NoticeRow => {
    const requests = found.reduce((sum, count) => sum + count.requests, 0)
    const { kind, message, benign, severe } = entryOf(code, formats) ?? {}
    return {
      code,
      ...(kind !== undefined && { kind }),
      ...(message !== undefined && { message }),
      ...(benign === true && { benign }),
      ...(severe === true && { severe }),
      requests,
      share: requests / all,
      top: topOf(found),
    }
  })
  return {
    requests: all,
    rows: rows.toSorted((one, other) => other.requests - one.requests).slice(0, mostRows),
    ways: waysOf(counts, (code) => entryOf(code, formats)?.benign === true),
  }
}

/** Entry of a notice in the table of its format, or in that of the gateway; undefined for codes of no format that is served. */
function entryOf(code: string, formats: Formats): NoticeEntry | undefined {
  const [owner = '', name = ''] = code.split('/')
  const table = owner === 'gateway' ? gatewayNotices : formats.find(owner)?.describe.noticeTable
  return table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined
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

/** Requests by program and channel, with and without a loss that is not harmless. */
function waysOf(counts: readonly LossCount[], isBenign: (code: string) => boolean): readonly LossWay[] {
  const ways = new Map<string, LossWay>()
  for (const { client: program, channel, requests, notices } of counts) {
    const [client = ''] = program.split(' ')
    const way = JSON.stringify([client, channel])
    const known = ways.get(way)
    const lost = notices.every(isBenign) ? 0 : requests
    ways.set(way, { client, channel, requests: requests + (known?.requests ?? 0), lost: lost + (known?.lost ?? 0) })
  }
  return [...ways.values()].toSorted((one, other) => other.requests - one.requests).slice(0, mostWays)
}
