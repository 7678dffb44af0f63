import { isJsonObject } from '@interlingua/core'
import type { InputUsage, Json, JsonObject, OutputUsage, Usage } from '@interlingua/core'
import { hasKeys, inputFromTotal } from '@interlingua/core/adapter'
import { hintOf, keep, nestedRest, nothing, restore } from './wire.ts'

const counts = [
  'total_input_tokens',
  'total_cached_tokens',
  'total_output_tokens',
  'total_thought_tokens',
  'total_tool_use_tokens',
] as const
const numbers: ReadonlySet<string> = new Set([...counts, 'total_tokens'])
const families: Readonly<Record<string, string>> = { google_search: 'web-search', google_maps: 'maps', retrieval: 'retrieval' }

const fields = {
  'input.total': '/total_input_tokens',
  'input.cacheRead': '/total_cached_tokens',
  'input.toolUse': '/total_tool_use_tokens',
  'input.byModality': '/input_tokens_by_modality',
  'output.total': '/total_output_tokens',
  'output.reasoning': '/total_thought_tokens',
  'output.byModality': '/output_tokens_by_modality',
  requests: '/grounding_tool_count',
} as const

/** Input excludes what tools read, and output excludes thoughts; cached tokens are part of the input. */
export function decodeUsage(wire: JsonObject, at: Usage['at'] = '/usage'): Usage {
  const number = (key: string): number | undefined => (typeof wire[key] === 'number' ? wire[key] : undefined)
  const [given, cacheRead, answer, reasoning, toolUse] = counts.map(number)
  const total = given === undefined && toolUse === undefined ? undefined : (given ?? 0) + (toolUse ?? 0)
  const out = answer === undefined && reasoning === undefined ? undefined : (answer ?? 0) + (reasoning ?? 0)
  const rest: Record<string, Json> = {}
  let input: InputUsage = { ...(cacheRead !== undefined && { cacheRead }), ...(toolUse !== undefined && { toolUse }) }
  let output: OutputUsage = { ...(out !== undefined && { total: out }), ...(reasoning !== undefined && { reasoning }) }
  let requests: Usage['requests']
  for (const key in wire) {
    const value = wire[key]
    if (value === undefined || (typeof value === 'number' && numbers.has(key))) continue
    const modalities =
      key === 'input_tokens_by_modality' || key === 'output_tokens_by_modality' ? readCounts(value, 'modality', 'tokens') : undefined
    const calls = key === 'grounding_tool_count' ? readCounts(value, 'type', 'count') : undefined
    const more = modalities?.more ?? calls?.more
    if (modalities && key === 'input_tokens_by_modality') input = { ...input, byModality: modalities.counts }
    else if (modalities) output = { ...output, byModality: modalities.counts }
    else if (calls && Object.keys(calls.counts).every((type) => Object.hasOwn(families, type)))
      requests = Object.fromEntries(Object.entries(calls.counts).map(([type, count]) => [families[type] ?? type, count]))
    else rest[key] = value
    if (more && !Object.hasOwn(rest, key)) rest[key] = more
  }
  const sum = (total ?? 0) + (out ?? 0)
  const zeros = counts.filter((key) => wire[key] === 0)
  const hint = {
    zeros,
    ...(wire['total_tokens'] !== sum && { total: number('total_tokens') ?? null }),
  }
  const counted =
    total === undefined || (cacheRead ?? 0) > (given ?? 0)
      ? { ...input, ...(total !== undefined && { total }) }
      : inputFromTotal({ ...input, total })
  const usage: Usage = { at, fields, input: counted, output, ...(requests && { requests }), raw: wire }
  return keep(usage, rest, nothing, hint)
}

interface Counts {
  readonly counts: Readonly<Record<string, number>>
  /** Further members of entries, by their places in the list. Absent: there are none. */
  readonly more?: JsonObject
}

/** `undefined`: an entry has fewer than its two members, or comes twice. */
function readCounts(list: Json, name: string, count: string): Counts | undefined {
  if (!Array.isArray(list) || list.length === 0) return undefined
  const counts: Record<string, number> = {}
  const more: Record<string, Json> = {}
  for (const [index, entry] of (list as readonly Json[]).entries()) {
    // JSON
    if (!isJsonObject(entry)) return undefined
    const { [name]: word, [count]: value, ...others } = entry
    if (typeof word !== 'string' || typeof value !== 'number' || Object.hasOwn(counts, word) || word === '__proto__') return undefined
    counts[word] = value
    if (hasKeys(others)) more[index] = others
  }
  return { counts, ...(hasKeys(more) && { more }) }
}

/** Counts of 0 are told: the service does, and its clients add them up. */
export function encodeUsage(usage: Usage): JsonObject {
  const { input, output, requests } = usage
  const { zeros, total: told } = hintOf(usage)
  const own = usage.extensions?.['interactions'] !== undefined
  const { cacheRead, cacheWrite, toolUse, fresh } = input
  const all = input.total ?? (fresh ?? 0) + (cacheRead ?? 0) + (cacheWrite ?? 0) + (toolUse ?? 0)
  const thoughts = Math.min(output.reasoning ?? 0, output.total ?? output.reasoning ?? 0)
  const values = {
    total_input_tokens: Math.max(0, all - (toolUse ?? 0)),
    total_cached_tokens: own ? (cacheRead ?? 0) : Math.min(cacheRead ?? 0, Math.max(0, all - (toolUse ?? 0))),
    total_output_tokens: (output.total ?? 0) - thoughts,
    total_thought_tokens: thoughts,
    total_tool_use_tokens: toolUse ?? 0,
  }
  const printed = Object.entries(values).filter(([key, value]) => !own || value !== 0 || zeros?.includes(key) === true)
  const calls = Object.entries(requests ?? {}).flatMap(([family, count]) => {
    const type = Object.keys(families).find((key) => families[key] === family)
    return type === undefined ? [] : [{ type, count }]
  })
  const sum = all + (output.total ?? 0)
  const withMore = (key: string, list: readonly JsonObject[]): readonly JsonObject[] => {
    const more = nestedRest(usage, key)
    return list.map((entry, index) => (isJsonObject(more[index]) ? { ...more[index], ...entry } : entry))
  }
  const wire = {
    ...Object.fromEntries(printed),
    ...(told !== null && { total_tokens: told ?? sum }),
    ...(input.byModality && { input_tokens_by_modality: withMore('input_tokens_by_modality', writeCounts(input.byModality)) }),
    ...(output.byModality && { output_tokens_by_modality: withMore('output_tokens_by_modality', writeCounts(output.byModality)) }),
    ...(calls.length > 0 && { grounding_tool_count: withMore('grounding_tool_count', calls) }),
  }
  return restore<JsonObject>(wire, usage)
}

function writeCounts(byModality: Readonly<Record<string, number>>): readonly JsonObject[] {
  return Object.entries(byModality).map(([modality, tokens]) => ({ modality, tokens }))
}
