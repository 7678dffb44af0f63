import type { InputUsage, Json, JsonObject, OutputUsage, Usage } from '@interlingua/core'
import { isJsonObject } from '@interlingua/core'
import { inputFromTotal } from '@interlingua/core/adapter'
import { addRest, extensionOf, hintOf, keep, restOf } from './extension.ts'
import type { JsonDraft, Draft } from './extension.ts'
import { decodeServiceTier } from './service-tier.ts'

const fields = {
  input: '/promptTokenCount',
  'input.total': '/promptTokenCount',
  'input.fresh': '/promptTokenCount',
  'input.cacheRead': '/cachedContentTokenCount',
  'input.toolUse': '/toolUsePromptTokenCount',
  'input.byModality': '/promptTokensDetails',
  output: '/candidatesTokenCount',
  'output.total': '/candidatesTokenCount',
  'output.reasoning': '/thoughtsTokenCount',
  'output.byModality': '/candidatesTokensDetails',
} as const

const counts = [
  'promptTokenCount',
  'cachedContentTokenCount',
  'toolUsePromptTokenCount',
  'candidatesTokenCount',
  'thoughtsTokenCount',
] as const
const modelled: ReadonlySet<string> = new Set([...counts, 'totalTokenCount', 'promptTokensDetails', 'candidatesTokensDetails'])

/**
 * Decodes `usageMetadata`: the prompt includes cached tokens but not those that tools read, and candidates exclude thoughts. A missing
 * count is 0 for Google and unknown in the model. https://ai.google.dev/api/generate-content#UsageMetadata
 */
export function decodeUsage(wire: JsonObject): Usage {
  const prompt = numberOf(wire.promptTokenCount)
  const cached = numberOf(wire.cachedContentTokenCount)
  const tool = numberOf(wire.toolUsePromptTokenCount)
  const candidates = numberOf(wire.candidatesTokenCount)
  const thoughts = numberOf(wire.thoughtsTokenCount)
  let rest: JsonDraft | undefined
  let hint: JsonDraft | undefined
  const input: Draft<Omit<InputUsage, 'fresh'>> = {}
  const output: Draft<OutputUsage> = {}
  if (prompt !== undefined || tool !== undefined) input.total = (prompt ?? 0) + (tool ?? 0)
  if (cached !== undefined) input.cacheRead = cached
  if (tool !== undefined) input.toolUse = tool
  if (candidates !== undefined || thoughts !== undefined) output.total = (candidates ?? 0) + (thoughts ?? 0)
  if (thoughts !== undefined) output.reasoning = thoughts
  for (const key in wire) {
    const value = wire[key]
    if (value === undefined || (key === 'serviceTier' && decodeServiceTier(value) !== undefined)) continue
    if (key === 'promptTokensDetails' || key === 'candidatesTokensDetails') {
      const byModality = decodeModalities(value)
      if (byModality === undefined) rest = keep(rest, key, value)
      else if (key === 'promptTokensDetails') input.byModality = byModality
      else output.byModality = byModality
    } else if (!modelled.has(key) || typeof value !== 'number') rest = keep(rest, key, value)
  }
  if (prompt === 0 || cached === 0 || tool === 0 || candidates === 0 || thoughts === 0)
    hint = { zeros: counts.filter((key) => wire[key] === 0) }
  if (cached !== undefined && prompt !== undefined && cached > prompt) hint = { ...hint, cached: 'beside' }
  const sum = (input.total ?? 0) + (output.total ?? 0)
  if (wire.totalTokenCount !== sum) hint = { ...hint, total: wire.totalTokenCount ?? null }
  const usage: Draft<Usage> = {
    at: '/usageMetadata',
    fields,
    input: input.total === undefined ? input : inputFromTotal({ ...input, total: input.total }),
    output,
    raw: wire,
  }
  const extensions = extensionOf(rest, hint)
  if (extensions) usage.extensions = extensions
  return usage
}

function numberOf(value: Json | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined
}

/** Decodes `[{modality: 'TEXT', tokenCount: 5}]` as `{text: 5}`; `undefined` if an entry has more members, or fewer. */
function decodeModalities(list: Json): Record<string, number> | undefined {
  if (!Array.isArray(list) || list.length === 0) return undefined
  const [first] = list
  // Nearly all prompts and responses are text alone.
  if (list.length === 1 && isTextCount(first)) return { text: first.tokenCount }
  const byModality: Record<string, number> = {}
  for (const entry of list as readonly Json[]) {
    // an array: its items are JSON
    if (!isJsonObject(entry)) return undefined
    const { modality, tokenCount } = entry
    if (typeof modality !== 'string' || typeof tokenCount !== 'number' || tokenCount === 0) return undefined
    const name = modality.toLowerCase()
    if (name.toUpperCase() !== modality || Object.hasOwn(byModality, name) || name === '__proto__') return undefined
    for (const key in entry) if (key !== 'modality' && key !== 'tokenCount') return undefined
    byModality[name] = tokenCount
  }
  return byModality
}

function isTextCount(entry: Json | undefined): entry is { readonly modality: 'TEXT'; readonly tokenCount: number } {
  if (!isJsonObject(entry) || entry.modality !== 'TEXT' || typeof entry.tokenCount !== 'number' || entry.tokenCount === 0) return false
  for (const key in entry) if (key !== 'modality' && key !== 'tokenCount') return false
  return true
}

/** Encodes usage, leaving out counts of 0, as Google does, unless they were on the wire. */
export function encodeUsage(usage: Usage): JsonDraft {
  const { input, output } = usage
  const hint = hintOf(usage)
  const zeros = Array.isArray(hint.zeros) ? hint.zeros : none
  const wire: JsonDraft = {}
  const total = input.total ?? sumOf(input)
  const prompt = total === undefined ? undefined : Math.max(0, total - (input.toolUse ?? 0))
  // Some servers count reasoning or cache hits beside the total: the excess is reported, not printed.
  const thoughts = atMost(output.reasoning, output.total)
  const answer = output.total === undefined ? undefined : output.total - (thoughts ?? 0)
  if (isPrinted('promptTokenCount', prompt, zeros)) wire.promptTokenCount = prompt
  if (isPrinted('candidatesTokenCount', answer, zeros)) wire.candidatesTokenCount = answer
  if (hint.total === undefined) wire.totalTokenCount = (total ?? 0) + (output.total ?? 0)
  else if (hint.total !== null) wire.totalTokenCount = hint.total
  const cached = hint.cached === 'beside' ? input.cacheRead : atMost(input.cacheRead, prompt)
  if (isPrinted('cachedContentTokenCount', cached, zeros)) wire.cachedContentTokenCount = cached
  if (input.byModality) wire.promptTokensDetails = encodeModalities(input.byModality)
  if (output.byModality) wire.candidatesTokensDetails = encodeModalities(output.byModality)
  if (isPrinted('toolUsePromptTokenCount', input.toolUse, zeros)) wire.toolUsePromptTokenCount = input.toolUse
  if (isPrinted('thoughtsTokenCount', thoughts, zeros)) wire.thoughtsTokenCount = thoughts
  return usage.extensions === undefined ? wire : addRest(wire, restOf(usage))
}

const none: readonly Json[] = []

function isPrinted(key: string, value: number | undefined, zeros: readonly Json[]): value is number {
  return value !== undefined && (value > 0 || zeros.includes(key))
}

function atMost(value: number | undefined, most: number | undefined): number | undefined {
  return value === undefined || most === undefined ? value : Math.min(value, most)
}

function sumOf(input: InputUsage): number | undefined {
  const { fresh, cacheRead, cacheWrite, toolUse } = input
  if (fresh === undefined && cacheRead === undefined && cacheWrite === undefined && toolUse === undefined) return undefined
  return (fresh ?? 0) + (cacheRead ?? 0) + (cacheWrite ?? 0) + (toolUse ?? 0)
}

function encodeModalities(byModality: Readonly<Record<string, number>>): JsonObject[] {
  return Object.entries(byModality).map(([modality, tokenCount]) => ({ modality: modality.toUpperCase(), tokenCount }))
}
