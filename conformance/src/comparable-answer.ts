import type { Candidate, GenerateResponse, InputUsage, OutputUsage, Part } from '@interlingua/core'

/**
 * Response without differences that have no meaning across formats: the default tier (which one format always tells and others never), zero counts, cache writes of the usual lifetime (which other formats
 * include in the sum), items (which only group parts), ids of hosted calls, namespaces in formats without them, and empty texts without a
 * seal.
 */
export function comparableAnswer({ serviceTier, ...untold }: GenerateResponse): GenerateResponse {
  const response = serviceTier === undefined || serviceTier === 'default' ? untold : { ...untold, serviceTier }
  const candidates = response.candidates.map(comparableCandidate)
  if (response.usage === undefined) return { ...response, candidates }
  const { input, output } = response.usage
  const { '5m': _, ...cacheWriteByTtl } = input.cacheWriteByTtl ?? {}
  const counted: InputUsage = { ...input, ...(input.cacheWriteByTtl !== undefined && { cacheWriteByTtl }) }
  return { ...response, candidates, usage: { ...response.usage, input: withoutZeros(counted), output: withoutZeros(output) } }
}

function comparableCandidate({ items: _, ...candidate }: Candidate): Candidate {
  const parts = candidate.parts.filter((part) => part.type !== 'text' || part.text !== '' || part.seal !== undefined)
  return { ...candidate, parts: parts.map(comparablePart) }
}

function comparablePart({ itemId: _, ...part }: Part): Part {
  if (part.type === 'hosted-call' || part.type === 'hosted-result') return { ...part, callId: '' }
  if (part.type !== 'tool-call' || part.namespace === undefined) return part
  const { namespace, ...call } = part
  return { ...call, name: `${namespace}__${part.name}` }
}

function withoutZeros<T extends InputUsage | OutputUsage>(counts: T): T {
  return Object.fromEntries(Object.entries(counts).filter(([, value]) => value !== 0)) as T // the same object with fewer keys
}
