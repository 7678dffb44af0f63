import { isJsonObject } from '@interlingua/core'
import { inputFromTotal } from '@interlingua/core/adapter'
import type { InputUsage, Json, JsonObject, OutputUsage, Pointer, Usage } from '@interlingua/core'
import { addRest, extensionOf, hintOf, keep, restOf, without } from './extension.ts'
import type { JsonDraft, Draft } from './extension.ts'

const usageFields = {
  input: '/input_tokens',
  'input.total': '/input_tokens',
  'input.fresh': '/input_tokens',
  'input.cacheRead': '/input_tokens_details/cached_tokens',
  'input.cacheWrite': '/input_tokens_details/cache_write_tokens',
  'input.cacheWriteByTtl': '/input_tokens_details/cache_write_tokens_details',
  output: '/output_tokens',
  'output.total': '/output_tokens',
  'output.reasoning': '/output_tokens_details/reasoning_tokens',
} as const

const reasoningTokens: ReadonlySet<string> = new Set(['reasoning_tokens'])

type Input = Draft<Omit<InputUsage, 'fresh'>>

/**
 * Decodes usage: `input_tokens` includes cached and written tokens, `output_tokens` reasoning.
 * https://platform.openai.com/docs/api-reference/responses/object (usage)
 */
export function decodeUsage(wire: JsonObject, at: Pointer = '/usage'): Usage {
  const input: Input = {}
  const output: Draft<OutputUsage> = {}
  const hint: JsonDraft = {}
  let rest: JsonDraft | undefined
  for (const key in wire) {
    const value = wire[key]
    if (value === undefined || key === 'total_tokens') continue
    const left = readBucket(key, value, input, output, hint)
    if (left !== undefined) rest = keep(rest, key, left)
  }
  const { total_tokens: total } = wire
  if (total === undefined) hint.total = 'absent'
  else if (total !== (input.total ?? 0) + (output.total ?? 0)) hint.total = total
  const usage: Draft<Usage> = {
    input: input.total === undefined ? input : inputFromTotal({ ...input, total: input.total }),
    output,
    at,
    fields: usageFields,
    raw: wire,
  }
  // Even empty, the extension marks this format as the origin of zeros.
  usage.extensions = extensionOf(rest, hint) ?? {}
  return usage
}

/** Reads one key; returns the rest of it. */
function readBucket(key: string, value: Json, input: Input, output: Draft<OutputUsage>, hint: JsonDraft): Json | undefined {
  if (key === 'input_tokens' && typeof value === 'number') input.total = value
  else if (key === 'output_tokens' && typeof value === 'number') output.total = value
  else if (key === 'input_tokens_details' && isJsonObject(value)) return readInputDetails(value, input, hint)
  else if (key === 'output_tokens_details' && isJsonObject(value)) {
    if (typeof value.reasoning_tokens !== 'number') return value
    output.reasoning = value.reasoning_tokens
    return without(value, reasoningTokens)
  } else return value
  return undefined
}

function readInputDetails(details: JsonObject, input: Input, hint: JsonDraft): Json | undefined {
  let rest: JsonDraft | undefined
  for (const key in details) {
    const value = details[key]
    if (key === 'cached_tokens' && typeof value === 'number') input.cacheRead = value
    else if (key === 'cache_write_tokens' && typeof value === 'number') input.cacheWrite = value
    else if (key === 'cache_write_tokens_details' && isJsonObject(value) && readWrites(value, input)) hint.writes = Object.keys(value)
    else if (value !== undefined) rest = keep(rest, key, value)
  }
  return rest ?? (isEmpty(details) ? {} : undefined)
}

function readWrites(details: JsonObject, input: Input): boolean {
  const known = Object.entries(details).every(([key, value]) => /^ttl_(30m|12h)_tokens$/.test(key) && typeof value === 'number')
  if (!known) return false
  const { ttl_30m_tokens: short, ttl_12h_tokens: long } = details
  const byTtl: { '30m'?: number; '12h'?: number } = {}
  if (typeof short === 'number' && short > 0) byTtl['30m'] = short
  if (typeof long === 'number' && long > 0) byTtl['12h'] = long
  if (!isEmpty(byTtl)) input.cacheWriteByTtl = byTtl
  return true
}

function isEmpty(value: object): boolean {
  for (const _ in value) return false
  return true
}

/**
 * Encodes usage; that of another format gets every count that the SDK's types require, 0 if unknown. Codex fails without `total_tokens`.
 */
export function encodeUsage(usage: Usage): JsonDraft {
  const { input, output } = usage
  const own = usage.extensions?.responses !== undefined
  const hint = hintOf(usage)
  const wire: JsonDraft = {}
  const total = input.total ?? (own ? undefined : sumOf(input))
  if (total !== undefined) wire.input_tokens = total
  const details = inputDetails(input, own, hint)
  if (!isEmpty(details)) wire.input_tokens_details = details
  if (output.total !== undefined || !own) wire.output_tokens = output.total ?? 0
  if (output.reasoning !== undefined || !own) wire.output_tokens_details = { reasoning_tokens: output.reasoning ?? 0 }
  if (typeof hint.total === 'number' || hint.total === null) wire.total_tokens = hint.total
  else if (hint.total !== 'absent') wire.total_tokens = (total ?? 0) + (output.total ?? 0)
  return mergeRest(wire, restOf(usage))
}

function sumOf(input: InputUsage): number {
  return (input.fresh ?? 0) + (input.cacheRead ?? 0) + (input.cacheWrite ?? 0) + (input.toolUse ?? 0)
}

function inputDetails(input: InputUsage, own: boolean, hint: JsonObject): JsonDraft {
  const details: JsonDraft = {}
  if (input.cacheRead !== undefined || !own) details.cached_tokens = input.cacheRead ?? 0
  if (input.cacheWrite !== undefined || !own) details.cache_write_tokens = input.cacheWrite ?? 0
  const byTtl = input.cacheWriteByTtl
  const told: readonly unknown[] = Array.isArray(hint.writes) ? hint.writes : []
  if (byTtl || told.length > 0) {
    const short = (byTtl?.['30m'] ?? 0) + (byTtl?.['5m'] ?? 0)
    const long = (byTtl?.['12h'] ?? 0) + (byTtl?.['1h'] ?? 0)
    const writes: JsonDraft = {}
    if (!own || short > 0 || told.includes('ttl_30m_tokens')) writes.ttl_30m_tokens = short
    if (!own || long > 0 || told.includes('ttl_12h_tokens')) writes.ttl_12h_tokens = long
    details.cache_write_tokens_details = writes
  }
  return details
}

/** Adds the unknown keys beside the counts, also in the objects that hold them. */
function mergeRest(wire: JsonDraft, rest: JsonObject): JsonDraft {
  for (const key in rest) {
    const value = rest[key]
    const known = wire[key]
    if (isJsonObject(value) && isJsonObject(known)) wire[key] = addRest({ ...known }, value)
  }
  return addRest(wire, rest)
}
