import type { GenerateResponse, Part } from '@interlingua/core'

/**
 * Response without its seals, and without thoughts that are only seals. A gateway's response has all seals in one slot; the law of seals
 * checks whether they return.
 */
export function withoutSeals(response: GenerateResponse): GenerateResponse {
  const candidates = response.candidates.map((candidate) => ({ ...candidate, parts: candidate.parts.filter(saysMore).map(unsealed) }))
  return { ...response, candidates }
}

function saysMore(part: Part): boolean {
  return part.type !== 'reasoning' || part.seal === undefined || part.segments.some(({ text }) => text !== '')
}

function unsealed(part: Part): Part {
  const { seal: _, ...bare } = part
  return bare as Part // the same part without an optional field
}
