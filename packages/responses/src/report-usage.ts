import type { Context, Pointer, Usage } from '@interlingua/core'
import { notice } from './notices.ts'

/** Reports usage of another format that has no place here. A count of 0 is no loss. */
export function reportUsage(usage: Usage, context: Context): void {
  const { input, output, requests, extra } = usage
  const say = (field: string): void => context.onNotice(notice('usage-detail', placeIn(usage, field)))
  for (const family in requests) if (family !== 'web-search' && requests[family]) say('requests')
  if (extra && extra.length > 0) say('extra')
  if (input.toolUse) say('input.toolUse')
  if (countsAny(input.byModality)) say('input.byModality')
  if (countsAny(output.byModality)) say('output.byModality')
  if (output.prediction) say('output.prediction')
  const byTtl = input.cacheWriteByTtl
  if (byTtl?.['5m'] || byTtl?.['1h']) context.onNotice(notice('usage-cache-ttl', placeIn(usage, 'input.cacheWriteByTtl')))
}

function countsAny(counts: Readonly<Record<string, number>> | undefined): boolean {
  for (const key in counts) if (counts[key]) return true
  return false
}

/** Place of a bucket in the upstream's response. */
function placeIn(usage: Usage, field: string): Pointer {
  const [group = ''] = field.split('.')
  const spelled = usage.fields?.[field] ?? usage.fields?.[group] ?? `/${field.replaceAll('.', '/')}`
  return `${usage.at ?? '/usage'}${spelled}` as Pointer // two pointers, one after the other
}
