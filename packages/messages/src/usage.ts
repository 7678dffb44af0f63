import { isJsonObject } from '@interlingua/core'
import { inputFromBuckets } from '@interlingua/core/adapter'
import type { InputUsage, Json, JsonObject, OutputUsage, Pointer, Usage } from '@interlingua/core'
import { addRest, extensionOf, keep } from './extension.ts'
import type { JsonDraft, Draft } from './extension.ts'
import { wireTtl } from './parts/cache.ts'

const requestKinds: Readonly<Record<string, string>> = { web_search_requests: 'web-search', web_fetch_requests: 'web-fetch' }
const wireRequestKinds: Readonly<Record<string, string>> = { 'web-search': 'web_search_requests', 'web-fetch': 'web_fetch_requests' }

const usageFields = {
  'input.total': '/input_tokens',
  'input.fresh': '/input_tokens',
  'input.cacheRead': '/cache_read_input_tokens',
  'input.cacheWrite': '/cache_creation_input_tokens',
  'input.cacheWriteByTtl': '/cache_creation',
  'output.total': '/output_tokens',
  'output.reasoning': '/output_tokens_details/thinking_tokens',
  requests: '/server_tool_use',
  extra: '/iterations',
} as const

/**
 * Decodes usage: `input_tokens` counts uncached tokens only, `output_tokens` includes thinking.
 * https://platform.claude.com/docs/en/build-with-claude/prompt-caching
 */
export function decodeUsage(wire: JsonObject, at: Pointer = '/usage'): Usage {
  const input: Draft<InputUsage> = {}
  const output: Draft<OutputUsage> = {}
  const usage: Draft<Usage> = { input, output, at, fields: usageFields }
  let rest: JsonDraft | undefined
  // Null means the same as absence, and is only spelling.
  const hint: JsonDraft = {}
  let nulls: string[] | undefined
  for (const key in wire) {
    const value = wire[key]
    if (value === undefined) continue
    if (value === null) {
      ;(nulls ??= []).push(key)
      continue
    }
    const left = decodeBucket(usage, input, output, hint, key, value)
    if (left !== undefined) rest = keep(rest, key, left)
  }
  usage.input = inputFromBuckets(input)
  if (nulls) hint.nulls = nulls
  const extensions = extensionOf(rest, isEmpty(hint) ? undefined : hint)
  if (extensions) usage.extensions = extensions
  return usage
}

/** Groups of counts in which 0 means the same as absence, and is only spelling. */
const sparse = ['cache_creation', 'server_tool_use'] as const

function isEmpty(value: object): boolean {
  for (const _ in value) return false
  return true
}

/** Reads one key; returns the rest of it. */
function decodeBucket(
  usage: Draft<Usage>,
  input: Draft<InputUsage>,
  output: Draft<OutputUsage>,
  hint: JsonDraft,
  key: string,
  value: Json,
): Json | undefined {
  if (typeof value === 'number') {
    if (key === 'input_tokens') input.fresh = value
    else if (key === 'cache_read_input_tokens') input.cacheRead = value
    else if (key === 'cache_creation_input_tokens') input.cacheWrite = value
    else if (key === 'output_tokens') output.total = value
    else return value
    return undefined
  }
  if (key === 'iterations' && Array.isArray(value) && value.every(isIteration)) {
    usage.extra = value.map(decodeIteration)
    return undefined
  }
  if (!isJsonObject(value)) return value
  const read: Record<string, number> = {}
  let extra: JsonDraft | undefined
  const zeros: string[] = []
  const name =
    key === 'cache_creation'
      ? cacheName
      : key === 'output_tokens_details'
        ? detailName
        : key === 'server_tool_use'
          ? requestName
          : undefined
  if (name === undefined) return value
  for (const inner in value) {
    const item = value[inner]
    const known = name(inner)
    if (item === undefined) continue
    if (item === 0 && known !== undefined && key !== 'output_tokens_details') zeros.push(inner)
    else if (known !== undefined && typeof item === 'number') read[known] = item
    else extra = keep(extra, inner, item)
  }
  if (zeros.length > 0) hint[key] = zeros
  if (isEmpty(read)) return zeros.length > 0 ? extra : value
  if (key === 'cache_creation') input.cacheWriteByTtl = read
  else if (key === 'server_tool_use') usage.requests = read
  else if (read.reasoning !== undefined) output.reasoning = read.reasoning
  return extra
}

const cacheName = (key: string): string | undefined =>
  key === 'ephemeral_5m_input_tokens' ? '5m' : key === 'ephemeral_1h_input_tokens' ? '1h' : undefined
const detailName = (key: string): string | undefined => (key === 'thinking_tokens' ? 'reasoning' : undefined)
const requestName = (key: string): string | undefined => (Object.hasOwn(requestKinds, key) ? requestKinds[key] : undefined)

type Iteration = JsonObject & {
  readonly type: string
}

function isIteration(value: Json): value is Iteration {
  return isJsonObject(value) && typeof value.type === 'string'
}

function decodeIteration({ type, model, ...rest }: Iteration): NonNullable<Usage['extra']>[number] {
  if (typeof model === 'string') return { type, model, usage: decodeUsage(rest) }
  return { type, usage: decodeUsage(model === undefined ? rest : { ...rest, model }) }
}

/** Encodes usage. Cache writes of 30m and 12h count under the wire lifetime that was requested for them; tool input counts as input. */
export function encodeUsage(usage: Usage): JsonDraft {
  const { input, output } = usage
  const nested = usage.extensions?.messages?.rest
  const wire: JsonDraft = {}
  const fresh =
    input.fresh ??
    (input.total === undefined
      ? undefined
      : Math.max(0, input.total - (input.cacheRead ?? 0) - (input.cacheWrite ?? 0) - (input.toolUse ?? 0)))
  if (fresh !== undefined || input.toolUse !== undefined) wire.input_tokens = (fresh ?? 0) + (input.toolUse ?? 0)
  if (input.cacheWrite !== undefined) wire.cache_creation_input_tokens = input.cacheWrite
  if (input.cacheRead !== undefined) wire.cache_read_input_tokens = input.cacheRead
  if (input.cacheWriteByTtl) wire.cache_creation = withRest(encodeWrites(input.cacheWriteByTtl), nested?.cache_creation)
  if (output.total !== undefined) wire.output_tokens = output.total
  if (output.reasoning !== undefined)
    wire.output_tokens_details = withRest({ thinking_tokens: output.reasoning }, nested?.output_tokens_details)
  if (usage.requests) {
    const requests: JsonDraft = {}
    for (const kind in usage.requests) {
      const key = Object.hasOwn(wireRequestKinds, kind) ? wireRequestKinds[kind] : undefined
      const count = usage.requests[kind]
      if (key !== undefined && count !== undefined) requests[key] = count
    }
    if (Object.keys(requests).length > 0) wire.server_tool_use = withRest(requests, nested?.server_tool_use)
  }
  if (usage.extra)
    wire.iterations = usage.extra.map(({ type, model, usage: inner }) => ({
      type,
      ...(model !== undefined && { model }),
      ...encodeUsage(inner),
    }))
  if (nested !== undefined) addRest(wire, nested)
  const hint = usage.extensions?.messages?.hint
  if (hint) for (const group of sparse) addZeros(wire, group, hint[group])
  const nulls = hint?.nulls
  if (Array.isArray(nulls)) for (const key of nulls) if (typeof key === 'string' && !Object.hasOwn(wire, key)) wire[key] = null
  return wire
}

function addZeros(wire: JsonDraft, group: string, keys: Json | undefined): void {
  if (!Array.isArray(keys)) return
  const known = wire[group]
  const counts: JsonDraft = isJsonObject(known) ? { ...known } : {}
  for (const key of keys) if (typeof key === 'string' && !Object.hasOwn(counts, key)) counts[key] = 0
  wire[group] = counts
}

function encodeWrites(byTtl: NonNullable<InputUsage['cacheWriteByTtl']>): JsonDraft {
  const writes: JsonDraft = {}
  for (const [ttl, count] of Object.entries(byTtl)) {
    const key = `ephemeral_${wireTtl[ttl as keyof typeof byTtl]}_input_tokens` // Object.entries of a record of lifetimes
    writes[key] = count + (typeof writes[key] === 'number' ? writes[key] : 0)
  }
  return writes
}

function withRest(wire: JsonDraft, rest: Json | undefined): JsonDraft {
  return isJsonObject(rest) ? addRest(wire, rest) : wire
}

/** `service_tier` in the usage of a response; `standard` is `default` in other formats. */
export function decodeServiceTier(wire: JsonObject): string | undefined {
  const tier = wire.service_tier
  if (typeof tier !== 'string' || tier === 'default') return undefined
  return tier === 'standard' ? 'default' : tier
}

/** Encodes a tier; `undefined` if this format has no such tier. */
export function encodeServiceTier(tier: string): string | undefined {
  if (tier === 'default') return 'standard'
  return tier === 'priority' || tier === 'batch' ? tier : undefined
}
