import type { Formats } from '@interlingua/gateway-kernel'
import type { GatewayState } from '@interlingua/server'
import type { UsageRecord } from '@interlingua/store'
import type { Page, RequestReport, RequestRow } from '../api/index.ts'
import { ConsoleError } from '../console-error.ts'
import { namesOfKeys } from '../overview/names-of-keys.ts'
import { noticeEntry } from '../overview/notice-entry.ts'
import { rowOfRecord } from '../overview/request-row.ts'
import { notFound } from '../serve/gate.ts'
import { readCount, refuseUnknown } from '../serve/read-input.ts'
import type { SettingsSource } from './settings.ts'
import { type Call, type ConsoleRoute, everyRole } from '../serve/route.ts'
import { filterParameters, readFilter, readTime } from './request-filter.ts'

const parameters = [...filterParameters, 'limit', 'before']

/** Routes of the list of requests, and of one request. `load`: absent if nothing tells where prices come from. A person who signed in with a plain key sees those of the key. */
export function createRequestRoutes(load?: () => Promise<SettingsSource>): readonly ConsoleRoute[] {
  async function readRequest({ gateway, parameters: { id = '' }, query, person }: Call): Promise<RequestReport> {
    const { store, formats } = gateway
    refuseUnknown(query, ['at'])
    const at = query.get('at')
    const record = await store.usage.find(id, at === null ? undefined : readTime('at', at))
    if (record === undefined || (person.role === 'user' && record.key !== person.keyId)) throw notFound()
    const report = reportOf(record, await namesOfKeys(store.keys, [record.key]), formats)
    if (person.role === 'user') return withoutUpstreamWords(report)
    const priced = isPricedSo(gateway, record) ? pricedBy(await load?.(), record) : undefined
    return { ...report, ...(priced && { priced }) }
  }

  return [
    { method: 'GET', path: '/requests', summary: 'Lists requests, the newest first', roles: everyRole, serve: listRequests },
    { method: 'GET', path: '/requests/{id}', summary: 'Tells what became of a request', roles: everyRole, serve: readRequest },
  ]
}

async function listRequests({ gateway: { store }, query, person }: Call): Promise<Page<RequestRow>> {
  refuseUnknown(query, parameters)
  const limit = readCount(query, 'limit', 100, 1000)
  const asked = await readFilter(query, store)
  const filter = person.role === 'user' ? { ...asked, key: person.keyId ?? '' } : asked
  const before = readPlace(query.get('before'))
  const records = await store.usage.list(filter, { limit: limit + 1, ...(before && { before }) })
  const rows = records.slice(0, limit)
  const names = await namesOfKeys(
    store.keys,
    rows.map(({ key }) => key),
  )
  const last = records.length > limit ? rows.at(-1) : undefined
  return { rows: rows.map((record) => rowOfRecord(record, names)), ...(last && { next: `${last.at}-${last.id}` }) }
}

/** Report without the messages of upstreams: they may name the operator's account. */
function withoutUpstreamWords(report: RequestReport): RequestReport {
  const { details } = report
  if (details?.attempts === undefined) return report
  return { ...report, details: { ...details, attempts: details.attempts.map(({ message: _, ...attempt }) => attempt) } }
}

/** True if the prices in force give the record's cost: they may have changed since. */
function isPricedSo(
  { prices }: GatewayState,
  { tokens, costMicros, failedMicros = 0, failedUnpriced, channel, upstreamModel, images }: UsageRecord,
): boolean {
  if (costMicros === undefined || channel === undefined || upstreamModel === undefined) return false
  const { input, output, reasoning, ...buckets } = tokens
  const usage = {
    input: { ...buckets, ...(input !== undefined && { total: input }) },
    output: { ...(output !== undefined && { total: output }), ...(reasoning !== undefined && { reasoning }) },
    ...(images !== undefined && { images }),
  }
  // The tokens of failed attempts are among those of the record.
  return failedMicros === 0 && failedUnpriced === undefined && prices.costOf(usage, channel, upstreamModel) === costMicros
}

function pricedBy(source: SettingsSource | undefined, { channel, upstreamModel }: UsageRecord): RequestReport['priced'] {
  const from = source?.priceSource(channel ?? '', upstreamModel ?? '')
  const date = from === 'catalogue' ? source?.catalogueDate() : undefined
  return from && { from, ...(date !== undefined && { date }) }
}

function reportOf(record: UsageRecord, names: ReadonlyMap<string, string>, formats: Formats): RequestReport {
  const meanings = record.notices.flatMap((code) => {
    const message = noticeEntry(code, formats)?.message
    return message === undefined ? [] : [[code, message] as const]
  })
  return {
    ...rowOfRecord(record, names),
    ...(record.details && { details: record.details }),
    ...(meanings.length > 0 && { meanings: Object.fromEntries(meanings) }),
  }
}

function readPlace(text: string | null): { readonly at: number; readonly id: string } | undefined {
  if (text === null) return undefined
  const [, at, id] = /^(\d{1,16})-(.+)$/s.exec(text) ?? []
  if (at === undefined || id === undefined)
    throw new ConsoleError('invalid-request', 'before: expected what an earlier answer gave as `next`', { field: 'before' })
  return { at: Number(at), id }
}
