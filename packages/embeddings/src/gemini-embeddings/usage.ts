import { isJsonObject, type FieldPointers, type InputUsage, type Json, type JsonObject, type Usage } from '@interlingua/core'
import { inputFromTotal, type Draft } from '@interlingua/core/adapter'
import { addRest, hintOf, putExtension, without, type JsonDraft } from '../wire-object.ts'
import { format } from './format.ts'

const fields: FieldPointers = {
  'input.total': '/promptTokenCount',
  'input.fresh': '/promptTokenCount',
  'input.byModality': '/promptTokenDetails',
}
/** Fields in Vertex's spelling. */
const vertexFields: FieldPointers = { ...fields, 'input.byModality': '/promptTokensDetails' }
const detailNames = ['promptTokenDetails', 'promptTokensDetails'] as const

/** Decodes `usageMetadata` of a response. Hints: `count` if only the total is given; `details`, the name of the counts by modality. */
export function decodeUsage(wire: JsonObject): Usage {
  const [prompt, total] = [numberOf(wire['promptTokenCount']), numberOf(wire['totalTokenCount'])]
  const read = new Set<string>()
  const hint: JsonDraft = {}
  const input: Draft<InputUsage> = {}
  if (prompt !== undefined) read.add('promptTokenCount')
  else hint['count'] = total === undefined ? 'none' : 'total'
  if (prompt === undefined && total !== undefined) read.add('totalTokenCount')
  const count = prompt ?? total
  if (count !== undefined) Object.assign(input, inputFromTotal({ total: count }))
  for (const name of detailNames) {
    const byModality = input.byModality === undefined ? readModalities(wire[name]) : undefined
    if (byModality === undefined) continue
    input.byModality = byModality
    read.add(name)
    hint['details'] = name
  }
  const usage: Draft<Usage> = {
    input,
    output: {},
    at: '/usageMetadata',
    fields: hint['details'] === 'promptTokensDetails' ? vertexFields : fields,
    raw: wire,
  }
  putExtension(usage, format, without(wire, read), hint)
  return usage
}

/**
 * Decodes `metadata.usage`, where this project's own server writes usage, since the interface document has no other place. `undefined` if
 * it holds more than one number, or contradicts `usageMetadata`.
 */
export function decodePlainUsage(wire: Json | undefined, beside: Usage | undefined): Usage | undefined {
  if (!isJsonObject(wire) || Object.keys(wire).length !== 2) return undefined
  const total = numberOf(wire['prompt_tokens'])
  if (total === undefined || wire['total_tokens'] !== total || (beside && tokensOf(beside) !== total)) return undefined
  return { input: inputFromTotal({ total }), output: {}, at: '/metadata/usage', fields: plain, raw: wire }
}

const plain: FieldPointers = { 'input.total': '/prompt_tokens', 'input.fresh': '/prompt_tokens' }

export function encodeUsage(usage: Usage): JsonObject {
  const { count, details } = hintOf(usage, format)
  const wire: JsonDraft = {}
  const tokens = tokensOf(usage)
  if (count === 'total') wire['totalTokenCount'] = tokens
  else if (count !== 'none') wire['promptTokenCount'] = tokens
  if (usage.input.byModality)
    wire[typeof details === 'string' ? details : 'promptTokenDetails'] = Object.entries(usage.input.byModality).map(
      ([modality, tokenCount]) => ({ modality: modality.toUpperCase(), tokenCount }),
    )
  return addRest(wire, usage, format)
}

export function tokensOf({ input }: Usage): number {
  return input.total ?? input.fresh ?? 0
}

function numberOf(value: Json | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined
}

/** Reads `[{modality: 'TEXT', tokenCount: 5}]` as `{text: 5}`; `undefined` if an entry has more members, or fewer. */
function readModalities(list: Json | undefined): Readonly<Record<string, number>> | undefined {
  if (!Array.isArray(list) || list.length === 0) return undefined
  const byModality = new Map<string, number>()
  for (const entry of list as readonly Json[]) {
    // an array: its items are JSON
    if (!isJsonObject(entry) || Object.keys(entry).length !== 2) return undefined
    const { modality, tokenCount } = entry
    if (typeof modality !== 'string' || typeof tokenCount !== 'number') return undefined
    const name = modality.toLowerCase()
    if (name.toUpperCase() !== modality || byModality.has(name)) return undefined
    byModality.set(name, tokenCount)
  }
  return Object.fromEntries(byModality)
}
