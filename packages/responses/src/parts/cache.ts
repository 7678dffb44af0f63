import { isJsonObject } from '@interlingua/core'
import type { CacheMark, CacheTtl, Json, JsonObject } from '@interlingua/core'
import { keep } from '../extension.ts'
import type { JsonDraft, Draft } from '../extension.ts'

const ttls = { '5m': true, '30m': true, '1h': true, '12h': true } as const satisfies Record<CacheTtl, true>

/** Reads `prompt_cache_breakpoint {mode: explicit, ttl?}` into `node`; returns the rest, with the unread members. */
export function decodeCache(node: { cache?: CacheMark }, value: Json, rest: JsonDraft | undefined): JsonDraft | undefined {
  if (!isJsonObject(value) || value.mode !== 'explicit') return keep(rest, 'prompt_cache_breakpoint', value)
  const mark: Draft<CacheMark> = {}
  let extra: JsonDraft | undefined
  for (const key in value) {
    const item = value[key]
    if (key === 'mode' || item === undefined) continue
    if (key === 'ttl' && typeof item === 'string' && Object.hasOwn(ttls, item)) mark.ttl = item as CacheTtl // a key of the table
    else extra = keep(extra, key, item)
  }
  node.cache = mark
  return extra === undefined ? rest : keep(rest, 'prompt_cache_breakpoint', extra)
}

export function encodeCache(mark: CacheMark): JsonObject {
  return mark.ttl === undefined ? { mode: 'explicit' } : { mode: 'explicit', ttl: mark.ttl }
}
