import type { UsageRow } from '@interlingua/console/api'
import type { Series } from '../../elements/bar-chart.tsx'
import { formatCount, formatMoney, formatTokens } from '../../format/numbers.ts'
import type { GroupId } from './usage-path.ts'

/** Measures of usage that the chart shows. */
export const measures = {
  cost: { name: 'cost', read: ({ costMicros }: UsageRow) => costMicros, format: formatMoney },
  requests: { name: 'requests', read: ({ requests }: UsageRow) => requests, format: formatCount },
  failed: { name: 'failed requests', read: ({ failed }: UsageRow) => failed, format: formatCount },
  input: { name: 'input tokens', read: ({ input }: UsageRow) => input, format: formatTokens },
  output: { name: 'output tokens', read: ({ output }: UsageRow) => output, format: formatTokens },
} as const satisfies Record<string, { name: string; read: (row: UsageRow) => number; format: (value: number, currency: string) => string }>

export type MeasureId = keyof typeof measures

export const isMeasure = (text: string | undefined): text is MeasureId => text !== undefined && Object.hasOwn(measures, text)

/** Groups that have a part of their own in each bar. */
const largest = 5

/** Parts of the bars: the five largest groups by the measure, and all others together. */
export function seriesOf(rows: readonly UsageRow[], bars: readonly string[], by: GroupId, measure: MeasureId): readonly Series[] {
  const { read } = measures[measure]
  const places = new Map(bars.map((bar, index) => [bar, index]))
  const groups = new Map<string, { name: string; sum: number; values: number[] }>()
  for (const row of rows) {
    const place = places.get(row.group)
    const value = read(row)
    if (place === undefined || value === 0) continue
    const part = row.part ?? ''
    const group = groups.get(part) ?? { name: row.partName ?? (part === '' ? noneOf(by) : part), sum: 0, values: bars.map(() => 0) }
    group.sum += value
    group.values[place] = (group.values[place] ?? 0) + value
    groups.set(part, group)
  }
  const sorted = [...groups.values()].toSorted((one, other) => other.sum - one.sum)
  const others = sorted.slice(largest)
  if (others.length === 0) return sorted
  const rest = bars.map((_, index) => others.reduce((sum, { values }) => sum + (values[index] ?? 0), 0))
  return [...sorted.slice(0, largest), { name: `${others.length} others`, values: rest }]
}

/** Words for requests that had no such thing. */
export function noneOf(by: GroupId): string {
  if (by === 'time') return 'all'
  return by === 'client' ? '(client not known)' : `(no ${by})`
}
