import type { Period } from '../../format/periods.ts'
import type { FilterWord } from '../requests/filter-words.ts'

/** Groups that usage is shown by, in the words of the page. */
export const groupNames = {
  model: 'model',
  key: 'key',
  channel: 'channel',
  client: 'client',
  format: 'format',
  pair: 'pair of formats',
  time: 'day or hour',
} as const

export type GroupId = keyof typeof groupNames

export const isGroup = (text: string | undefined): text is GroupId => text !== undefined && Object.hasOwn(groupNames, text)

export type Words = Readonly<Partial<Record<FilterWord, string>>>

/** Paths of the sums of a period: by group, by time and group, and by group in the time before. */
export function usagePaths(by: GroupId, { from, step, before }: Period, words: Words) {
  const group = by === 'time' ? step : by
  const path = (more: Readonly<Record<string, string>>): string => `/usage?${new URLSearchParams({ ...words, ...more }).toString()}`
  const time = (millis: number): string => new Date(millis).toISOString()
  return {
    sums: path({ by: group, from: time(from) }),
    series: path({ by: step, ...(by !== 'time' && { split: by }), from: time(from), ...(by === 'time' && { limit: '1000' }) }),
    before: path({ by: group, from: time(before.from), to: time(before.to), limit: '1000' }),
    times: `/usage/times?${new URLSearchParams({ ...words, by: group, from: time(from) }).toString()}`,
    shares: `/usage/shares?${new URLSearchParams({ ...words, from: time(from) }).toString()}`,
    caches: `/usage/caches?${new URLSearchParams({ ...words, from: time(from) }).toString()}`,
  }
}
