import type { Candidate, GenerateResponse, InputUsage, OutputUsage, Part } from '@interlingua/core'

/**
 * An answer for comparing what it means across formats. Some formats always tell the counts that others leave out: 0 is no count. Cache
 * writes of the usual lifetime are what the sum has beside the others: told apart or not, they are the same. Items only group parts, the
 * ids of hosted calls are their server's, a namespace stands before the name where there are none, and an empty text without a seal says
 * nothing.
 */
export function comparableAnswer(response: GenerateResponse): GenerateResponse {
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
  return Object.fromEntries(Object.entries(counts).filter(([, value]) => value !== 0)) as T // fewer of its own keys
}
