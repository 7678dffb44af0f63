import type { Format } from './node.ts'
import type { Part, ReasoningPart, Seal } from './part.ts'

/**
 * Moves each foreign seal on a part that `format` cannot seal to an empty reasoning part beside it. The new part stands before a call, so
 * that a replay of the call alone keeps the seal, and after any other part, whose seal a stream knows last; `parts` itself is returned
 * where nothing moves.
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
    const carrier = sealCarrier(part, seal)
    if (part.type === 'tool-call') apart.push(carrier, bare)
    else apart.push(bare, carrier)
  }
  return apart
}

/** Empty reasoning part that carries the seal of `part` through a format without a slot for it there. */
export function sealCarrier(part: Part, seal: Seal): ReasoningPart {
  const attachTo = part.type === 'tool-call' || part.type === 'hosted-call' ? part.callId : part.type
  const carrier: ReasoningPart = { type: 'reasoning', segments: [], seal: { ...seal, attachTo } }
  if (part.at === undefined) return carrier
  const place = part.fields?.seal
  return place === undefined ? { ...carrier, at: part.at } : { ...carrier, at: part.at, fields: { seal: place } }
}

function isMisplaced(part: Part, format: Format): part is Part & { readonly seal: Seal } {
  return part.seal !== undefined && part.seal.format !== format && part.type !== 'reasoning' && part.type !== 'compaction'
}
