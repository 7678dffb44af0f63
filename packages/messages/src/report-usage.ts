import type { Context, Pointer, Usage } from '@interlingua/core'
import { notice } from './notices.ts'

const printed = new Set(['web-search', 'web-fetch'])

/** Reports usage of another format that has no place here, beside the walker's reports. */
export function reportUsage(usage: Usage, context: Context): void {
  const { total, fresh, cacheRead = 0, cacheWrite = 0, toolUse = 0 } = usage.input
  if (total !== undefined && fresh !== undefined && total !== fresh + cacheRead + cacheWrite + toolUse)
    context.onNotice(notice('usage-sum', placeIn(usage, 'input.total')))
  if (usage.input.toolUse) context.onNotice(notice('usage-tool-input', placeIn(usage, 'input.toolUse')))
  if (usage.input.cacheWriteByTtl?.['30m'] || usage.input.cacheWriteByTtl?.['12h'])
    context.onNotice(notice('usage-cache-ttl', placeIn(usage, 'input.cacheWriteByTtl')))
  for (const kind in usage.requests) if (!printed.has(kind)) context.onNotice(notice('usage-detail', placeIn(usage, 'requests')))
}

/** Place of a bucket in the upstream's response. */
function placeIn(usage: Usage, field: string): Pointer {
  const [group = ''] = field.split('.')
  const spelled = usage.fields?.[field] ?? usage.fields?.[group] ?? `/${field.replaceAll('.', '/')}`
  return `${usage.at ?? '/usage'}${spelled}` as Pointer // two pointers, one after the other
}
