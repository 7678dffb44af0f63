import { isJsonObject, pointer, type Json, type JsonObject, type Notice, type Pointer } from '@interlingua/core'
import { notice } from './notices.ts'
import type { Platform } from './platform.ts'

/** Body and betas that a cloud takes, and what was left out. */
export interface FittedBody {
  readonly body: JsonObject
  readonly betas: readonly string[]
  readonly notices: readonly Notice[]
}

/** Members of a request that only the vendor's own service takes. */
const ownService: ReadonlySet<string> = new Set([
  'container',
  'diagnostics',
  'fallback_credit_token',
  'fallbacks',
  'inference_geo',
  'mcp_servers',
  'service_tier',
  'speed',
  'thread',
])

/** Fits a body of Messages and its betas to a cloud, which refuses unknown members and betas with an error. */
export function fitBody(whole: JsonObject, asked: readonly string[], { betas: known }: Platform): FittedBody {
  const notices: Notice[] = []
  const betas = new Set<string>()
  for (const beta of asked) {
    const taken = Object.hasOwn(known, beta) ? known[beta] : undefined
    if (taken === undefined) notices.push(notice('beta-refused', ''))
    else betas.add(taken === true ? beta : taken)
  }
  const takes = (prefix: string): boolean => [...betas].some((beta) => beta.startsWith(prefix))
  const refused = (key: string): boolean =>
    ownService.has(key) || (key === 'context_management' && !takes('context-management-') && !takes('compact-'))
  const drop = (at: Pointer): undefined => void notices.push(notice('beta-field', at))

  const toolKeys = ['eager_input_streaming', ...(takes('tool-search-tool-') ? [] : ['defer_loading'])]
  const fitBlock = (block: Json, at: Pointer, keys: readonly string[] = []): Json => {
    if (!isJsonObject(block)) return block
    let fitted = block
    const { cache_control: mark, content } = block
    if (isJsonObject(mark) && mark['scope'] !== undefined) {
      const { scope: _, ...kept } = mark
      drop(pointer(at, 'cache_control', 'scope'))
      fitted = { ...fitted, cache_control: kept }
    }
    for (const key of keys)
      if (fitted[key] !== undefined) {
        const { [key]: _, ...kept } = fitted
        drop(pointer(at, key))
        fitted = kept
      }
    const inner = fitList(content, pointer(at, 'content'))
    return inner === content ? fitted : { ...fitted, content: inner as Json } // a list stays a list
  }
  /** The same list if nothing changes. */
  const fitList = (list: Json | undefined, at: Pointer, keys?: readonly string[]): Json | undefined => {
    if (!Array.isArray(list)) return list
    let changed = false
    const fitted = list.map((each: Json, index) => {
      const one = fitBlock(each, pointer(at, index), keys)
      if (one !== each) changed = true
      return one
    })
    return changed ? fitted : list
  }

  const body: Record<string, Json> = {}
  for (const [key, value] of Object.entries(whole)) {
    if (value === undefined) continue
    if (refused(key)) drop(pointer('', key))
    else if (key === 'tools') body[key] = fitList(value, '/tools', toolKeys) ?? value
    else if (key === 'system' || key === 'messages') body[key] = fitList(value, pointer('', key)) ?? value
    else body[key] = value
  }
  return { body, betas: [...betas], notices }
}
