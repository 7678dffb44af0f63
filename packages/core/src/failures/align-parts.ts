import type { Part } from '../part.ts'
import type { GenerateRequest } from '../request.ts'

/** Distance behind the last pair within which a counterpart is searched. */
const reach = 64

/**
 * Pairs each part of `sent`, a request read back from an upstream's document, with the part of `lowered` that it was made of. Both have
 * their parts in the same order, but turns may be cut otherwise, and either side may lack a part.
 */
export function alignParts(sent: GenerateRequest, lowered: GenerateRequest): ReadonlyMap<Part, Part> {
  const own = partsOf(lowered)
  const pairs = new Map<Part, Part>()
  let from = 0
  for (const part of partsOf(sent)) {
    const found = find(own, from, (other) => isSame(other, part)) ?? find(own, from, (other) => other.type === part.type)
    const other = found === undefined ? undefined : own[found]
    if (found === undefined || other === undefined) continue
    pairs.set(part, other)
    from = found + 1
  }
  return pairs
}

function find(parts: readonly Part[], from: number, fits: (part: Part) => boolean): number | undefined {
  const end = Math.min(parts.length, from + reach)
  for (let i = from; i < end; i++) {
    const part = parts[i]
    if (part !== undefined && fits(part)) return i
  }
  return undefined
}

function isSame(left: Part, right: Part): boolean {
  switch (left.type) {
    case 'text':
    case 'refusal':
      return right.type === left.type && right.text === left.text
    case 'tool-call':
    case 'hosted-call':
      return right.type === left.type && right.callId === left.callId
    case 'tool-result':
      return right.type === 'tool-result' && right.callId === left.callId
    case 'media':
      return right.type === 'media' && right.kind === left.kind && right.source.type === left.source.type
    default:
      return right.type === left.type
  }
}

/** All parts in order, each before those within it. */
export function partsOf({ turns }: GenerateRequest): readonly Part[] {
  const all: Part[] = []
  for (const { parts } of turns) for (const part of parts) collect(part, all)
  return all
}

function collect(part: Part, all: Part[]): void {
  all.push(part)
  for (const inner of innerOf(part)) collect(inner, all)
}

function innerOf(part: Part): readonly Part[] {
  if (part.type === 'tool-result' || part.type === 'hosted-result' || part.type === 'search-result') return part.parts
  return part.type === 'document' && part.source.type === 'parts' ? part.source.parts : []
}
