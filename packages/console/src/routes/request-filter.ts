import { parseTime } from '@interlingua/core/adapter'
import type { Store, UsageFilter } from '@interlingua/store'
import { ConsoleError } from '../console-error.ts'

const texts = ['model', 'channel', 'client', 'format', 'operation', 'notice'] as const

/** Names of the parameters that `readFilter` reads. */
export const filterParameters: readonly string[] = [...texts, 'key', 'status', 'slow', 'cost', 'from', 'to']

type Draft = { -readonly [Key in keyof UsageFilter]: UsageFilter[Key] }

/** Reads the filter of a list of requests, or of sums over them. Throws a `ConsoleError` that names the parameter. */
export async function readFilter(query: URLSearchParams, { keys }: Store): Promise<UsageFilter> {
  const filter: Draft = {}
  for (const name of texts) {
    const text = query.get(name)
    if (text !== null && text !== '') filter[name] = text
  }
  const key = query.get('key')
  // An unknown text is taken for an id, since records may name keys that are gone.
  if (key) filter.key = (await keys.find(key))?.id ?? key
  Object.assign(filter, readStatus(query.get('status')))
  const [slow, cost] = [query.get('slow'), query.get('cost')]
  if (slow !== null) filter.leastMillis = readNumber('slow', slow) * 1000
  if (cost !== null) filter.leastMicros = Math.round(readNumber('cost', cost) * 1_000_000)
  for (const name of ['from', 'to'] as const) {
    const text = query.get(name)
    if (text !== null) filter[name] = readTime(name, text)
  }
  return filter
}

/** Reads `error`, `ok`, `429` or `4xx`. */
function readStatus(text: string | null): Pick<Draft, 'failed' | 'status'> {
  if (text === null || text === '') return {}
  if (text === 'error') return { failed: true }
  if (text === 'ok') return { failed: false }
  const [, first, rest = ''] = /^([1-5])(xx|\d\d)$/.exec(text) ?? []
  if (first === undefined)
    throw new ConsoleError('invalid-request', 'status: expected error, ok, a status such as 429, or 4xx', { field: 'status' })
  if (rest === 'xx') return { status: [Number(first) * 100, Number(first) * 100 + 99] }
  return { status: [Number(text), Number(text)] }
}

function readNumber(field: string, text: string): number {
  if (/^\d{1,9}(?:\.\d{1,6})?$/.test(text)) return Number(text)
  throw new ConsoleError('invalid-request', `${field}: expected a number such as 5 or 0.1`, { field })
}

/** Reads a time in RFC 3339. Throws a `ConsoleError` that names the parameter. */
export function readTime(field: string, text: string): number {
  const time = parseTime(text)
  if (time !== undefined) return time
  throw new ConsoleError('invalid-request', `${field}: expected a time such as 2026-11-21T10:00:00Z`, { field })
}
