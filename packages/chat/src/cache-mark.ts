import type { CacheMark, CacheTtl, FieldPointers, JsonObject, Part } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { hintOf, keep, nest, newBox, note } from './extension.ts'
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

/**
 * The `cache_control` that LiteLLM's clients set on a message, since content that is a string, or the result of a tool, has no part to bear it.
 * One that says more than a mark can is not read.
 */
export function readMessageMark(message: JsonObject): CacheMark | undefined {
  const { cache_control: wire } = message
  if (!isJsonObject(wire) || wire['type'] !== 'ephemeral') return undefined
  const { type: _, ttl, ...more } = wire
  if (Object.keys(more).length > 0) return undefined
  if (ttl === undefined) return {}
  return typeof ttl === 'string' && Object.hasOwn(ttls, ttl) ? { ttl: ttl as CacheTtl } : undefined // a key of the table
}

/** Where such a mark stood. */
export const messageMarkFields = { cache: '/cache_control' } as const

/** Whether a mark stands where `readMessageMark` found it: another upstream's spelling needs a part. */
export function isMessageMark(part: Part): boolean {
  return part.cache !== undefined && hintOf(part)?.['cache'] === 'cache_control' && hintOf(part)?.['marked'] === 'message'
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
