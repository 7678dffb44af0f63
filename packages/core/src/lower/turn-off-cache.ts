import type { Context } from '../context.ts'
import type { Pointer } from '../pointer.ts'
import type { CacheOptions, GenerateRequest } from '../request.ts'
import { limitCacheMarks } from './limit-cache-marks.ts'

/**
 * Leaves out what a request asks of a prompt cache, if the policy turns it off: marks, the key and the lifetime. `refusable`: true if the
 * target caches unasked, and takes the mode `explicit`, which without marks means no caching. A cached content stays: it is a part of the
 * prompt.
 */
export function turnOffCache(
  request: GenerateRequest,
  { policy }: Context,
  refusable: boolean,
  report: (at: Pointer) => void,
): GenerateRequest {
  if (policy.cache !== 'off') return request
  const unmarked = limitCacheMarks(request, {
    takes: false,
    limit: undefined,
    ttls: { '5m': '5m', '30m': '30m', '1h': '1h', '12h': '12h' },
    holds: () => false,
    moves: 'silent',
    report: (_, at) => report(at),
  })
  const cache = withoutCaching(request, report)
  const mode = refusable ? 'explicit' : cache?.mode
  if (cache === request.cache && mode === cache?.mode) return unmarked
  const { cache: _, ...rest } = unmarked
  const left: CacheOptions = { ...cache, ...(mode !== undefined && { mode }) }
  return Object.keys(left).length === 0 ? rest : { ...rest, cache: left }
}

/** Options without key, lifetime and marks of the server's choice; the same options if they have none. The mode `explicit` is a wish for no caching. */
function withoutCaching({ cache, fields }: GenerateRequest, report: (at: Pointer) => void): CacheOptions | undefined {
  if (cache === undefined) return undefined
  const { auto, key, retention, mode, ...rest } = cache
  if (auto === undefined && key === undefined && retention === undefined && mode !== 'implicit') return cache
  for (const name of ['auto', 'key', 'retention'] as const)
    if (cache[name] !== undefined) report(fields?.[`cache.${name}`] ?? `/cache/${name}`)
  if (mode === 'implicit') report(fields?.['cache.mode'] ?? '/cache/mode')
  return { ...rest, ...(mode === 'explicit' && { mode }) }
}
