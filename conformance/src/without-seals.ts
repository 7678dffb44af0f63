import type { GenerateResponse, Part } from '@interlingua/core'

/**
 * An answer without its seals, and without thoughts that are nothing else. An answer that a gateway made has them together in one slot, and they are
 * its own for whoever reads it from there: whether they come home is for the law of seals to say.
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
