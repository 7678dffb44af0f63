import type { CacheMark, CacheTtl, Context, Extensions, Node, Pointer } from '@interlingua/core'
import { format, hintOf } from './extension.ts'
import type { Draft } from './extension.ts'
import { marksOf } from './marks-of.ts'
import { notice } from './notices.ts'

const toBreakpoint = { '5m': '30m', '30m': '30m', '1h': '30m', '12h': '12h' } as const satisfies Record<CacheTtl, CacheTtl>
const toControl = { '5m': '5m', '30m': '5m', '1h': '1h', '12h': '1h' } as const satisfies Record<CacheTtl, CacheTtl>

/** Gives `target` the mark of `source` as the dialect spells it, or reports that it has none. */
export function lowerCacheMark(
  source: Node & { readonly cache?: CacheMark },
  target: { cache?: CacheMark; extensions?: Extensions },
  context: Context,
): void {
  const mark = source.cache
  delete target.cache
  if (mark === undefined) return
  const marks = marksOf(context)
  const at: Pointer = `${source.at ?? ''}${source.fields?.['cache'] ?? '/cache'}` as Pointer // two pointers, one after the other
  if (marks === 'none') {
    context.onNotice(notice('cache-mark', at))
    return
  }
  const table = marks === 'cache_control' ? toControl : toBreakpoint
  const ttl = mark.ttl === undefined ? undefined : table[mark.ttl]
  if (ttl !== mark.ttl) context.onNotice(notice('cache-ttl', at))
  const lowered: Draft<CacheMark> = {}
  if (ttl !== undefined) lowered.ttl = ttl
  target.cache = lowered
  const spelled = hintOf(source)?.['cache'] === 'cache_control'
  if (spelled === (marks === 'cache_control')) return
  const own = source.extensions?.[format]
  target.extensions = { ...source.extensions, [format]: { ...own, hint: { ...own?.hint, cache: marks } } }
}
