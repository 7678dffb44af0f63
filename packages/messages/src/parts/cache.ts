import { isJsonObject } from '@interlingua/core'
import type { CacheMark, CacheTtl, Json, JsonObject } from '@interlingua/core'
import { addRest, keep } from '../extension.ts'
import type { JsonDraft, Draft } from '../extension.ts'

interface Marked {
  cache?: CacheMark
}

/**
 * Reads `cache_control` into `node`; returns the rest that has no place there.
 * https://platform.claude.com/docs/en/build-with-claude/prompt-caching
 */
export function decodeCache(node: Marked, value: Json, rest: JsonDraft | undefined): JsonDraft | undefined {
  if (!isJsonObject(value) || value.type !== 'ephemeral') return keep(rest, 'cache_control', value)
  const mark: Draft<CacheMark> = {}
  let extra: JsonDraft | undefined
  for (const key in value) {
    const item = value[key]
    if (key === 'type' || item === undefined) continue
    if (key === 'ttl' && (item === '5m' || item === '1h')) mark.ttl = item
    else extra = keep(extra, key, item)
  }
  node.cache = mark
  return extra === undefined ? rest : keep(rest, 'cache_control', extra)
}

export function encodeCache(mark: CacheMark, rest: JsonObject): JsonObject {
  const wire: JsonDraft = { type: 'ephemeral' }
  if (mark.ttl !== undefined) wire.ttl = wireTtl[mark.ttl]
  const extra = rest.cache_control
  return isJsonObject(extra) ? addRest(wire, extra) : wire
}

/** Lifetime of this format for each canonical one. */
export const wireTtl = { '5m': '5m', '30m': '5m', '1h': '1h', '12h': '1h' } as const satisfies Record<CacheTtl, '5m' | '1h'>
