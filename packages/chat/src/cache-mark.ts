import type { CacheMark, CacheTtl, FieldPointers, JsonObject, Part } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { hintOf, keep, nest, newExtension, note } from './extension.ts'
import type { ExtensionDraft, Draft, WireDraft } from './extension.ts'

const ttls = { '5m': true, '30m': true, '1h': true, '12h': true } as const satisfies Record<CacheTtl, true>

/**
 * Reads `prompt_cache_breakpoint {mode: explicit, ttl?}`, or OpenRouter's `cache_control {type: ephemeral, ttl?}`.
 * https://platform.openai.com/docs/guides/prompt-caching
 */
export function decodeCacheMark(wire: JsonObject, node: { cache?: CacheMark }, extension: ExtensionDraft): void {
  const own = wire['prompt_cache_breakpoint']
  const foreign = wire['cache_control']
  if (own === undefined && foreign === undefined) return
  if (isJsonObject(own) && own['mode'] === 'explicit') {
    node.cache = readMark(own, 'prompt_cache_breakpoint', 'mode', extension)
    keep(extension, 'cache_control', foreign)
    return
  }
  keep(extension, 'prompt_cache_breakpoint', own)
  if (isJsonObject(foreign) && foreign['type'] === 'ephemeral') {
    node.cache = readMark(foreign, 'cache_control', 'type', extension)
    note(extension, 'cache', 'cache_control')
  } else keep(extension, 'cache_control', foreign)
}

/**
 * Reads `cache_control` on a message, as LiteLLM's clients set it for string content and tool results, which have no part to carry it. A
 * value with more members than a mark is not read.
 */
export function readMessageMark(message: JsonObject): CacheMark | undefined {
  const { cache_control: wire } = message
  if (!isJsonObject(wire) || wire['type'] !== 'ephemeral') return undefined
  const { type: _, ttl, ...more } = wire
  if (Object.keys(more).length > 0) return undefined
  if (ttl === undefined) return {}
  return typeof ttl === 'string' && Object.hasOwn(ttls, ttl) ? { ttl: ttl as CacheTtl } : undefined // a key of the table
}

/** Place of such a mark. */
export const messageMarkFields = { cache: '/cache_control' } as const

/** True for a mark that `readMessageMark` found: another upstream's spelling needs a part for it. */
export function isMessageMark(part: Part): boolean {
  return part.cache !== undefined && hintOf(part)?.['cache'] === 'cache_control' && hintOf(part)?.['marked'] === 'message'
}

function readMark(wire: JsonObject, key: string, marker: string, extension: ExtensionDraft): CacheMark {
  const mark: Draft<CacheMark> = {}
  const inner = newExtension()
  for (const name in wire) {
    const value = wire[name]
    if (name === marker) continue
    if (name === 'ttl' && typeof value === 'string' && Object.hasOwn(ttls, value)) mark.ttl = value as CacheTtl // a key of the table
    else keep(inner, name, value)
  }
  nest(extension, key, inner)
  return mark
}

/** Places of marks, for notices. */
const breakpointFields = { cache: '/prompt_cache_breakpoint' } as const
const controlFields = { cache: '/cache_control' } as const

export function cacheFields(extension: ExtensionDraft): FieldPointers {
  return extension.hint?.['cache'] === 'cache_control' ? controlFields : breakpointFields
}

export function encodeCacheMark(target: WireDraft, mark: CacheMark | undefined, hint: JsonObject | undefined): void {
  if (mark === undefined) return
  const spelled: WireDraft = hint?.['cache'] === 'cache_control' ? { type: 'ephemeral' } : { mode: 'explicit' }
  if (mark.ttl !== undefined) spelled['ttl'] = mark.ttl
  target[hint?.['cache'] === 'cache_control' ? 'cache_control' : 'prompt_cache_breakpoint'] = spelled
}
