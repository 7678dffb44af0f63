import type { Format } from './node.ts'
import type { Part, ReasoningPart, Seal } from './part.ts'

/**
 * The parts of an answer for a client of `format`, with each foreign seal that stands on a part which that format cannot seal moved to an
 * empty reasoning part beside it: before a call, so that it is there when the call is replayed alone, and after anything else, whose seal
 * a stream knows last. Returns `parts` itself where there is none.
 */
export function detachSeals(parts: readonly Part[], format: Format): readonly Part[] {
  if (!parts.some((part) => isMisplaced(part, format))) return parts
  const apart: Part[] = []
  for (const part of parts) {
    if (!isMisplaced(part, format)) {
      apart.push(part)
      continue
    }
    const { seal, ...bare } = part
    const bearer = sealBearer(part, seal)
    if (part.type === 'tool-call') apart.push(bearer, bare)
    else apart.push(bare, bearer)
  }
  return apart
}

/** An empty reasoning part that bears the seal of `part` through a format which has no slot for it there. */
export function sealBearer(part: Part, seal: Seal): ReasoningPart {
  const attachTo = part.type === 'tool-call' || part.type === 'hosted-call' ? part.callId : part.type
  const bearer: ReasoningPart = { type: 'reasoning', segments: [], seal: { ...seal, attachTo } }
  if (part.at === undefined) return bearer
  const place = part.fields?.seal
  return place === undefined ? { ...bearer, at: part.at } : { ...bearer, at: part.at, fields: { seal: place } }
}

function isMisplaced(part: Part, format: Format): part is Part & { readonly seal: Seal } {
  return part.seal !== undefined && part.seal.format !== format && part.type !== 'reasoning' && part.type !== 'compaction'
}
