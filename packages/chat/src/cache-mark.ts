import type { CacheMark, CacheTtl, FieldPointers, JsonObject } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { keep, nest, newBox, note } from './extension.ts'
import type { Box, Draft, WireDraft } from './extension.ts'

const ttls = { '5m': true, '30m': true, '1h': true, '12h': true } as const satisfies Record<CacheTtl, true>

/**
 * Reads `prompt_cache_breakpoint {mode: explicit, ttl?}`, or the `cache_control {type: ephemeral, ttl?}` of OpenRouter.
 * https://platform.openai.com/docs/guides/prompt-caching
 */
export function decodeCacheMark(wire: JsonObject, node: { cache?: CacheMark }, box: Box): void {
  const own = wire['prompt_cache_breakpoint']
  const foreign = wire['cache_control']
  if (own === undefined && foreign === undefined) return
  if (isJsonObject(own) && own['mode'] === 'explicit') {
    node.cache = readMark(own, 'prompt_cache_breakpoint', 'mode', box)
    keep(box, 'cache_control', foreign)
    return
  }
  keep(box, 'prompt_cache_breakpoint', own)
  if (isJsonObject(foreign) && foreign['type'] === 'ephemeral') {
    node.cache = readMark(foreign, 'cache_control', 'type', box)
    note(box, 'cache', 'cache_control')
  } else keep(box, 'cache_control', foreign)
}

function readMark(wire: JsonObject, key: string, marker: string, box: Box): CacheMark {
  const mark: Draft<CacheMark> = {}
  const inner = newBox()
  for (const name in wire) {
    const value = wire[name]
    if (name === marker) continue
    if (name === 'ttl' && typeof value === 'string' && Object.hasOwn(ttls, value)) mark.ttl = value as CacheTtl // a key of the table
    else keep(inner, name, value)
  }
  nest(box, key, inner)
  return mark
}

/** Where a mark stood, for notices. */
const breakpointFields = { cache: '/prompt_cache_breakpoint' } as const
const controlFields = { cache: '/cache_control' } as const

export function cacheFields(box: Box): FieldPointers {
  return box.hint?.['cache'] === 'cache_control' ? controlFields : breakpointFields
}

export function encodeCacheMark(target: WireDraft, mark: CacheMark | undefined, hint: JsonObject | undefined): void {
  if (mark === undefined) return
  const spelled: WireDraft = hint?.['cache'] === 'cache_control' ? { type: 'ephemeral' } : { mode: 'explicit' }
  if (mark.ttl !== undefined) spelled['ttl'] = mark.ttl
  target[hint?.['cache'] === 'cache_control' ? 'cache_control' : 'prompt_cache_breakpoint'] = spelled
}
