import { isJsonObject } from '@interlingua/core'
import type { CacheTtl, Context, Json, JsonObject, Usage } from '@interlingua/core'
import { hasKeys, inputFromBuckets } from '@interlingua/core/adapter'
import { notice } from './notices.ts'
import { format, hintOf, keep, restore, type Hint } from './wire.ts'

const fields = {
  'input.total': '/inputTokens',
  'input.fresh': '/inputTokens',
  'input.cacheRead': '/cacheReadInputTokens',
  'input.cacheWrite': '/cacheWriteInputTokens',
  'input.cacheWriteByTtl': '/cacheDetails',
  'output.total': '/outputTokens',
} as const

const lifetimes: ReadonlySet<Json | undefined> = new Set(['5m', '1h'])
const wireTtl = { '5m': '5m', '30m': '5m', '1h': '1h', '12h': '1h' } as const satisfies Record<CacheTtl, '5m' | '1h'>
/** Counts that Claude's answers say under two names. */
const doubles = ['cacheReadInputTokens', 'cacheWriteInputTokens'] as const

/** `inputTokens` are those that no cache had. */
export function decodeUsage(wire: JsonObject, at: Usage['at'] = '/usage'): Usage {
  const number = (key: string): number | undefined => (typeof wire[key] === 'number' ? wire[key] : undefined)
  const [fresh, cacheRead, cacheWrite] = [number('inputTokens'), number('cacheReadInputTokens'), number('cacheWriteInputTokens')]
  const output = number('outputTokens')
  const byTtl = decodeDetails(wire['cacheDetails'])
  const input = inputFromBuckets({
    ...(fresh !== undefined && { fresh }),
    ...(cacheRead !== undefined && { cacheRead }),
    ...(cacheWrite !== undefined && { cacheWrite }),
    ...(byTtl && { cacheWriteByTtl: byTtl }),
  })
  const twice = doubles.filter((key) => wire[key] !== undefined && wire[`${key.slice(0, -1)}Count`] === wire[key])
  const sum = (input.total ?? 0) + (output ?? 0)
  const hint: Hint = {
    ...(twice.length > 0 && { twice }),
    ...(wire['totalTokens'] !== sum && { total: number('totalTokens') ?? null }),
  }
  const read = new Set([
    ...['inputTokens', 'outputTokens', 'totalTokens', ...doubles].filter((key) => typeof wire[key] === 'number'),
    ...twice.map((key) => `${key.slice(0, -1)}Count`),
    ...(byTtl ? ['cacheDetails'] : []),
  ])
  const usage: Usage = { at, fields, input, output: output === undefined ? {} : { total: output }, raw: wire }
  return keep(usage, wire, read, hint)
}

/** Writes by their lifetime; `undefined`: an entry says more, or the same lifetime comes twice. */
function decodeDetails(details: Json | undefined): Readonly<Partial<Record<CacheTtl, number>>> | undefined {
  if (!Array.isArray(details) || details.length === 0) return undefined
  const read: Partial<Record<CacheTtl, number>> = {}
  for (const entry of details as readonly Json[]) {
    // JSON
    if (!isJsonObject(entry)) return undefined
    const { ttl, inputTokens, ...others } = entry
    if (!lifetimes.has(ttl) || typeof inputTokens !== 'number' || hasKeys(others) || Object.hasOwn(read, String(ttl))) return undefined
    read[ttl as CacheTtl] = inputTokens // a lifetime, as just seen
  }
  return read
}

export function encodeUsage(usage: Usage): JsonObject {
  const { input, output } = usage
  const { twice = [], total: told } = hintOf(usage)
  const own = usage.extensions?.[format] !== undefined || usage.raw !== undefined
  const { cacheRead, cacheWrite, toolUse = 0, cacheWriteByTtl } = input
  const all = input.total ?? (input.fresh ?? 0) + (cacheRead ?? 0) + (cacheWrite ?? 0) + toolUse
  const fresh = input.fresh === undefined ? Math.max(0, all - (cacheRead ?? 0) - (cacheWrite ?? 0)) : input.fresh + toolUse
  const counted = input.fresh !== undefined || input.total !== undefined || !own
  const details = Object.entries(cacheWriteByTtl ?? {}).map(([ttl, count]) => [wireTtl[ttl as CacheTtl], count] as const) // keys of the record
  const sums = new Map<string, number>()
  for (const [ttl, count] of details) sums.set(ttl, (sums.get(ttl) ?? 0) + count)
  const wire = {
    ...(counted && { inputTokens: fresh }),
    ...((output.total !== undefined || !own) && { outputTokens: output.total ?? 0 }),
    ...(told !== null && { totalTokens: told ?? all + (output.total ?? 0) }),
    ...(cacheRead !== undefined && { cacheReadInputTokens: cacheRead }),
    ...(cacheWrite !== undefined && { cacheWriteInputTokens: cacheWrite }),
    ...(twice.includes('cacheReadInputTokens') && cacheRead !== undefined && { cacheReadInputTokenCount: cacheRead }),
    ...(twice.includes('cacheWriteInputTokens') && cacheWrite !== undefined && { cacheWriteInputTokenCount: cacheWrite }),
    ...(sums.size > 0 && { cacheDetails: [...sums].map(([ttl, inputTokens]) => ({ ttl, inputTokens })) }),
  }
  return restore<JsonObject>(wire, usage)
}

/** Reports counts that are told otherwise. */
export function reportUsage({ input, at = '/usage', fields: places }: Usage, context: Context): void {
  const { cacheWriteByTtl } = input
  if (cacheWriteByTtl?.['30m'] === undefined && cacheWriteByTtl?.['12h'] === undefined) return
  context.onNotice(notice('usage-cache-ttl', `${at}${places?.['input.cacheWriteByTtl'] ?? '/input/cacheWriteByTtl'}` as '/usage')) // two pointers, one after the other
}

/** Usage of an answer that told none: clients of this format read it unasked. */
export const noUsage: Usage = { input: { fresh: 0, total: 0 }, output: { total: 0 } }
