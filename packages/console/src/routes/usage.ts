import type { Usage } from '@interlingua/core'
import { noticeEntry } from '../overview/notice-entry.ts'
import { joinTimes, type LossCount, type UsageFilter, type UsageGroup, type UsageSum } from '@interlingua/store'
import type { Channel } from '@interlingua/upstreams'
import type { CacheReport, ShareReport, TimesReport, TimesRow } from '../api/index.ts'
import { percentilesOf } from '../overview/percentiles.ts'
import type { LossWay, NoticeReport, NoticeRow, UsageReport, UsageRow } from '../api/index.ts'
import { ConsoleError } from '../console-error.ts'
import { namesOfKeys } from '../overview/names-of-keys.ts'
import { servedOf } from '../overview/served-of.ts'
import { readCount, refuseUnknown } from '../serve/read-input.ts'
import { type Call, type ConsoleRoute, everyRole, watchers } from '../serve/route.ts'
import { filterParameters, readFilter } from './request-filter.ts'

const groups = ['key', 'model', 'channel', 'client', 'format', 'pair', 'hour', 'day'] as const satisfies readonly UsageGroup[]
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
    { method: 'GET', path: '/usage/times', summary: 'Percentiles of times by a group', roles: everyRole, serve: readTimes },
    { method: 'GET', path: '/usage/caches', summary: 'Tells what prompt caches saved', roles: everyRole, serve: readCaches },
    {
      method: 'GET',
      path: '/usage/shares',
      summary: 'Tells what failed attempts cost and how much is estimated',
      roles: everyRole,
      serve: readShares,
    },
    { method: 'GET', path: '/notices', summary: 'Counts losses, the most frequent first', roles: watchers, serve: countNotices },
  ]
}

async function sumUsage({ gateway: { store, prices, channels }, query, person }: Call): Promise<UsageReport> {
  refuseUnknown(query, [...filterParameters, 'by', 'split', 'limit'])
  const by = readGroup('by', query.get('by') ?? 'model')
  const asksParts = query.get('split')
  const split = asksParts === null ? undefined : readGroup('split', asksParts)
  const most = split === undefined ? mostRows : mostParts
  const limit = readCount(query, 'limit', split === undefined ? 100 : most, most)
  const asked = await readFilter(query, store)
  const found = await store.usage.sum(ownOf(asked, person), by, split)
  const sums = by === 'pair' || split === 'pair' ? joinPairs(found, by, split, channels) : found
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

/** Filter of what a person may see. */
function ownOf(filter: UsageFilter, { role, keyId }: Call['person']): UsageFilter {
  return role === 'user' ? { ...filter, key: keyId ?? '' } : filter
}

/** Name of a pair, `messages → chat`: the format of the client, and that of the channel, by which the store groups. */
function pairNamer(channels: readonly Channel[]): (group: string) => string {
  const formats = new Map(channels.map((channel) => [channel.name, channel.edge.adapter.format]))
  return (group) => {
    const [format = '', channel = ''] = group.split('\n')
    return channel === '' ? '' : `${format} → ${formats.get(channel) ?? '?'}`
  }
}

/** Joins the sums of pairs that have the same formats. */
function joinPairs(
  sums: readonly UsageSum[],
  by: UsageGroup,
  split: UsageGroup | undefined,
  channels: readonly Channel[],
): readonly UsageSum[] {
  const nameOf = pairNamer(channels)
  const joined = new Map<string, UsageSum>()
  for (const sum of sums) {
    const group = by === 'pair' ? nameOf(sum.group) : sum.group
    const part = split === 'pair' && sum.part !== undefined ? nameOf(sum.part) : sum.part
    const named = { ...sum, group, ...(part !== undefined && { part }) }
    const key = JSON.stringify([group, part])
    const known = joined.get(key)
    joined.set(key, known === undefined ? named : addSums(known, named))
  }
  return [...joined.values()].toSorted((one, other) => other.costMicros - one.costMicros || other.requests - one.requests)
}

const counted = [
  'requests',
  'failed',
  'input',
  'output',
  'cacheRead',
  'cacheWrite',
  'costMicros',
  'unpriced',
  'failedMicros',
  'failedUnpriced',
  'estimated',
  'estimatedMicros',
] as const satisfies readonly (keyof UsageSum)[]

function addSums(one: UsageSum, other: UsageSum): UsageSum {
  return { ...one, ...Object.fromEntries(counted.map((member) => [member, one[member] + other[member]])) }
}

async function readTimes({ gateway: { store, channels }, query, person }: Call): Promise<TimesReport> {
  refuseUnknown(query, [...filterParameters, 'by'])
  const by = readGroup('by', query.get('by') ?? 'model')
  const found = await store.usage.times(ownOf(await readFilter(query, store), person), by)
  const times = by === 'pair' ? joinTimes(found, pairNamer(channels)) : found
  const most = times
    .map((row) => ({ ...row, requests: row.whole.reduce((sum, { requests }) => sum + requests, 0) }))
    .toSorted((one, other) => other.requests - one.requests)
    .slice(0, mostRows)
  const names =
    by === 'key'
      ? await namesOfKeys(
          store.keys,
          most.map(({ group }) => group),
        )
      : undefined
  return {
    rows: most.flatMap(({ group, requests, whole, firstByte }): readonly TimesRow[] => {
      const [all, first] = [percentilesOf(whole), percentilesOf(firstByte)]
      const name = names?.get(group)
      return all === undefined
        ? []
        : [{ group, ...(name !== undefined && { name }), requests, whole: all, ...(first && { firstByte: first }) }]
    }),
  }
}

/** Tokens by whose price others are counted: so few that no price for long requests applies. */
const sample = 1000

async function readCaches({ gateway: { store, prices }, query, person }: Call): Promise<CacheReport> {
  refuseUnknown(query, filterParameters)
  const sums = await store.usage.sum(ownOf(await readFilter(query, store), person), 'served')
  const report = { currency: prices.currency, savedMicros: 0, cacheRead: 0, unpriced: 0 }
  for (const { group, cacheRead, cacheWrite } of sums) {
    if (cacheRead === 0 && cacheWrite === 0) continue
    const { channel, model } = servedOf(group)
    report.cacheRead += cacheRead
    const costOf = (input: Usage['input']): number | undefined =>
      prices.costOf({ input: { total: sample, ...input }, output: {} }, channel, model)
    const [fresh, read, written] = [
      costOf({ fresh: sample }),
      costOf({ fresh: 0, cacheRead: sample }),
      costOf({ fresh: 0, cacheWrite: sample }),
    ]
    if (fresh === undefined || read === undefined || written === undefined) report.unpriced += cacheRead
    else report.savedMicros += ((fresh - read) * cacheRead - (written - fresh) * cacheWrite) / sample
  }
  return { ...report, savedMicros: Math.round(report.savedMicros) }
}

async function readShares({ gateway: { store, prices }, query, person }: Call): Promise<ShareReport> {
  refuseUnknown(query, filterParameters)
  const [all] = await store.usage.sum(ownOf(await readFilter(query, store), person))
  const { requests = 0, costMicros = 0, estimated = 0, estimatedMicros = 0, failedMicros = 0, failedUnpriced = 0 } = all ?? {}
  return { currency: prices.currency, requests, costMicros, estimated, estimatedMicros, failedMicros, failedUnpriced }
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
    const { kind, message, benign, severe } = noticeEntry(code, formats) ?? {}
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
    ways: waysOf(counts, (code) => noticeEntry(code, formats)?.benign === true),
  }
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
