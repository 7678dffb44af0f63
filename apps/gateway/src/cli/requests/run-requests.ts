import { formatMicros } from '@interlingua/access'
import type { AttemptDetail, Store, UsageFilter, UsageRecord } from '@interlingua/store'
import { readConfig } from '../../config/read-config.ts'
import { formatMillis, harmless } from '../format-columns.ts'
import type { Terminal } from '../terminal.ts'

export interface RequestsOptions {
  readonly follow?: true
  readonly key?: string
  readonly model?: string
  readonly channel?: string
  readonly limit: number
  readonly json?: true
}

/** Milliseconds between two looks, and for which a record may come later than one that began after it. */
const interval = 500
const late = 3_600_000
/** Largest number of records of one look. */
const most = 1000

/** Runs `interlingua requests`. Returns the exit code: 1 if there is no such request, 130 after an interrupt. */
export async function runRequests(
  id: string | undefined,
  options: RequestsOptions,
  store: Store,
  place: string,
  terminal: Terminal,
  interrupted: (stop: () => void) => void = (stop) => void process.once('SIGINT', stop),
): Promise<number> {
  const { out, err } = terminal
  const names = new Map((await store.keys.list()).map((key) => [key.id, key.name]))
  if (id !== undefined) {
    const record = await store.usage.find(id)
    if (record === undefined) {
      err(`error: there is no record of a request ${id} in ${place}: interlingua requests lists the newest\n`)
      return 1
    }
    out(options.json ? `${JSON.stringify(record)}\n` : describeRequest(record, names))
    return 0
  }
  const filter = await filterOf(options, store)
  const line = (record: UsageRecord): string => (options.json ? `${JSON.stringify(record)}\n` : formatRequest(record, names))
  const newest = (await store.usage.list(filter, { limit: Math.min(options.limit, most) })).toReversed()
  for (const record of newest) out(line(record))
  if (options.follow) return follow(filter, newest, store, (record) => out(line(record)), interrupted)
  if (newest.length === 0) err(`No request has a record in ${place} yet.\n`)
  return 0
}

async function filterOf({ key, model, channel }: RequestsOptions, store: Store): Promise<UsageFilter> {
  return {
    ...(key !== undefined && { key: (await store.keys.find(key))?.id ?? key }),
    ...(model !== undefined && { model }),
    ...(channel !== undefined && { channel }),
  }
}

/** Shows each new record until an interrupt. Records have the time of their arrival, and are written at their end, so that later ones may come first. */
async function follow(
  filter: UsageFilter,
  shown: readonly UsageRecord[],
  store: Store,
  show: (record: UsageRecord) => void,
  interrupted: (stop: () => void) => void,
): Promise<number> {
  let seen = new Map(shown.map(({ id, at }) => [id, at]))
  const begun = Date.now()
  let stopped = false
  let wake = (): void => {}
  interrupted(() => {
    stopped = true
    wake()
  })
  while (!stopped) {
    const from = Math.max(begun, Date.now() - late) - late
    const fresh = (await store.usage.list({ ...filter, from }, { limit: most })).filter(
      ({ id, at, millis }) => !seen.has(id) && at + millis >= begun,
    )
    for (const record of fresh.toReversed()) {
      seen.set(record.id, record.at)
      show(record)
    }
    if (seen.size > 2 * most) seen = new Map([...seen].slice(-most))
    if (stopped) break
    await new Promise<void>((resolve) => {
      wake = resolve
      setTimeout(resolve, interval)
    })
  }
  return 130
}

function formatRequest(record: UsageRecord, names: ReadonlyMap<string, string>): string {
  const { at, key, model, channel, upstreamModel, outcome, status, stream, tokens, millis, costMicros, id } = record
  const to =
    channel === undefined ? '' : ` → ${channel}${upstreamModel === undefined || upstreamModel === model ? '' : ` ${upstreamModel}`}`
  const words = [
    new Date(at).toISOString(),
    names.get(key) ?? key,
    `${model || '(no model)'}${to}`,
    outcome === 'ok' ? String(status) : `${status} ${outcome}`,
    ...(stream ? ['streamed'] : []),
    `${tokens.input ?? '?'} in, ${tokens.output ?? '?'} out`,
    ...(costMicros === undefined ? [] : [formatMicros(costMicros)]),
    formatMillis(millis),
    id,
  ]
  return `${words.map(harmless).join('  ')}\n`
}

function describeRequest(record: UsageRecord, names: ReadonlyMap<string, string>): string {
  const { id, at, key, operation, model, format, channel, upstreamModel, stream, status, outcome, attempts } = record
  const { tokens, images, estimated, costMicros, millis, firstByteMillis, notices, details } = record
  const currency = readConfig(process.env, process.cwd()).prices?.currency ?? 'USD'
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['request', id],
    ['at', new Date(at).toISOString()],
    ['key', names.has(key) ? `${names.get(key)} (${key})` : key],
    ['asked for', `${operation} of ${model || 'no model'}, by ${format}${stream ? ', streamed' : ''}`],
    ['went to', channel === undefined ? 'no channel' : `${channel}, ${upstreamModel ?? model}`],
    ['client', record.client],
    ['attempts', String(attempts)],
    ['ended', outcome === 'ok' ? `${status}` : `${status}, ${outcome}`],
    [
      'time',
      `${(millis / 1000).toFixed(3)} s${firstByteMillis === undefined ? '' : `, the first byte after ${(firstByteMillis / 1000).toFixed(3)} s`}`,
    ],
    [
      'tokens',
      `${
        Object.entries(tokens)
          .map(([name, count]) => `${name} ${count}`)
          .join(', ') || 'unknown'
      }${estimated ? ' (estimated)' : ''}`,
    ],
    ['images', images === undefined ? undefined : String(images)],
    ['cost', costMicros === undefined ? 'unknown' : `${formatMicros(costMicros)} ${currency}${formatFailedCost(record, currency)}`],
    ...(details?.attempts ?? []).map((attempt, index): readonly [string, string] => [`attempt ${index + 1}`, formatAttempt(attempt)]),
    ['error', details?.errorMessage],
    ...(details?.notices?.map(({ code, kind, path }): readonly [string, string] => [
      'notice',
      `${kind} ${code}${path === '' ? '' : ` at ${path}`}`,
    ]) ?? [['notices', notices.length === 0 ? 'none' : notices.join(', ')] as const]),
  ]
  return rows.flatMap(([name, value]) => (value === undefined ? [] : [`${name.padEnd(10)} ${harmless(value)}\n`])).join('')
}

/** Formats the part of a cost that failed attempts caused, if there is one. */
function formatFailedCost({ failedMicros, failedUnpriced }: UsageRecord, currency: string): string {
  const known = failedMicros === undefined ? '' : `, of it ${formatMicros(failedMicros)} ${currency} on failed attempts`
  return failedUnpriced ? `${known}, and a failed attempt without a price` : known
}

/** Formats a call of an upstream: its end, and its times from the arrival of the request. */
function formatAttempt({ channel, model, from, to, status, outcome, tokens, message }: AttemptDetail): string {
  const reported = tokens === undefined ? '' : `, reported ${tokens.input ?? '?'} tokens in and ${tokens.output ?? '?'} out`
  return `${channel} ${model}: ${[status, outcome].filter((word) => word !== undefined).join(' ')}, ${(from / 1000).toFixed(3)} to ${(to / 1000).toFixed(3)} s${reported}${message === undefined ? '' : `: ${message}`}`
}
