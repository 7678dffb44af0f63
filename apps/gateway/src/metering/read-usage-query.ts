import { readTime } from '@interlingua/core'
import type { UsageGroup } from '../store/store.ts'
import type { UsageQuery } from './usage-query.ts'

const groups = ['key', 'model', 'channel', 'day'] as const satisfies readonly UsageGroup[]
const names = ['key', 'model', 'channel', 'from', 'to', 'by', 'limit', 'before']
const defaultLimit = 100
const mostRecords = 1000
/** A day, which begins at midnight in UTC, or a time with its zone. */
const timePattern = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/

/** A query as an address or a command line says it, or what is wrong with it. `key` is whatever was said: an id or a name. */
export function readUsageQuery(said: Readonly<Record<string, string | undefined>>): UsageQuery | { readonly problem: string } {
  const unknown = Object.keys(said).find((name) => !names.includes(name))
  if (unknown !== undefined) return { problem: `${unknown}: there is no such parameter; there are ${names.join(', ')}` }
  const filter: Record<string, string | number> = {}
  for (const name of ['key', 'model', 'channel']) if (said[name]) filter[name] = said[name]
  for (const name of ['from', 'to']) {
    const text = said[name]
    if (text === undefined) continue
    const time = timePattern.test(text) && isDay(text.slice(0, 10)) ? Date.parse(text) : Number.NaN
    if (Number.isNaN(time)) return { problem: `${name}: expected a day such as 2026-11-21 or a time such as 2026-11-21T10:00:00Z` }
    filter[name] = time
  }
  const { by, limit = String(defaultLimit), before } = said
  if (by !== undefined && by !== 'all' && !isGroup(by)) return { problem: `by: expected one of ${groups.join(', ')}, all` }
  if (!/^\d{1,4}$/.test(limit) || Number(limit) < 1 || Number(limit) > mostRecords)
    return { problem: `limit: expected a number from 1 to ${mostRecords}` }
  const place = before === undefined ? undefined : /^(\d{1,16})-(.+)$/s.exec(before)
  if (place === null) return { problem: 'before: expected what an earlier answer gave as `next`' }
  const [, at = '', id = ''] = place ?? []
  return {
    filter,
    limit: Number(limit),
    ...(by !== undefined && { by }),
    ...(place && { before: { at: Number(at), id } }),
  }
}

/** `Date` takes the 30th of February for the 2nd of March. */
function isDay(day: string): boolean {
  return readTime(`${day}T00:00:00Z`) !== undefined
}

function isGroup(by: string): by is UsageGroup {
  return groups.some((group) => group === by)
}
