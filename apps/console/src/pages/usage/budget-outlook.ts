import type { KeyRow } from '@interlingua/console/api'
import { formatSpan } from '../../format/times.ts'

type Budget = NonNullable<KeyRow['budget']>

const day = 86_400_000
const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })

/** Sentence about a budget: when it begins anew, and when it will be spent if spending goes on as in the period so far. Periods are those of UTC. */
export function budgetOutlook({ micros, spentMicros, period }: Budget, now: number): string {
  if (period === 'total') return spentMicros >= micros ? 'spent: it does not begin anew' : 'does not begin anew'
  const [from, to] = stretchOf(period, now)
  const left = `${formatSpan(to - now)} left of this ${period}`
  if (spentMicros >= micros) return `spent: begins anew in ${formatSpan(to - now)}`
  const end = from + ((now - from) * micros) / spentMicros
  return spentMicros > 0 && end < to ? `${left}; at this pace spent on ${date.format(end)} UTC` : left
}

function stretchOf(period: 'day' | 'month', now: number): readonly [from: number, to: number] {
  if (period === 'day') return [now - (now % day), now - (now % day) + day]
  const at = new Date(now)
  return [Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1), Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1)]
}
