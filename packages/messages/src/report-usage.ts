import type { Context, Usage } from '@interlingua/core'
import { notice } from './notices.ts'

const printed = new Set(['web-search', 'web-fetch'])

/** What the usage of another format says that this one has no place for, beside what the walker reports. */
export function reportUsage(usage: Usage, context: Context): void {
  if (usage.input.toolUse) context.onNotice(notice('usage-tool-input', '/usage'))
  if (usage.input.cacheWriteByTtl?.['30m'] || usage.input.cacheWriteByTtl?.['12h']) context.onNotice(notice('usage-cache-ttl', '/usage'))
  for (const kind in usage.requests) if (!printed.has(kind)) context.onNotice(notice('usage-detail', '/usage'))
}
