import type { DocumentPart, MediaPart, Part, Source } from './part.ts'
import type { Pointer } from './pointer.ts'
import type { GenerateRequest, Turn } from './request.ts'

/** Where a part stands: its turn, and whether in a result of it. */
export interface MediaPlace {
  readonly turn: Turn
  /** The turn's place among all. */
  readonly index: number
  readonly within: 'turn' | 'tool-result' | 'hosted-result'
}

type Visit = (part: MediaPart | DocumentPart, at: Pointer, place: MediaPlace) => Part

/** The request with `visit` applied to every media and document part, those inside results and documents too. What is unchanged is shared. */
export function visitMedia(request: GenerateRequest, visit: Visit): GenerateRequest {
  let visited: Turn[] | undefined
  const { turns } = request
  for (let index = 0; index < turns.length; index++) {
    const turn = turns[index]
    if (turn === undefined || !turn.parts.some(mayHoldMedia)) continue
    const parts = visitParts(turn.parts, turn.at ?? `/turns/${index}`, { turn, index, within: 'turn' }, visit)
    if (parts === turn.parts) continue
    visited ??= [...turns]
    visited[index] = { ...turn, parts }
  }
  return visited ? { ...request, turns: visited } : request
}

function holdsMedia({ type }: Part): boolean {
  return type === 'media' || type === 'document' || type === 'tool-result' || type === 'hosted-result'
}

/** A result counts by what is in it: most hold texts alone. */
function mayHoldMedia(part: Part): boolean {
  if (part.type === 'tool-result' || part.type === 'hosted-result') return part.parts.some(holdsMedia)
  return part.type === 'media' || part.type === 'document'
}

function visitParts(parts: readonly Part[], at: Pointer, place: MediaPlace, visit: Visit): readonly Part[] {
  let visited: Part[] | undefined
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i]
    if (part === undefined || !holdsMedia(part)) continue
    const next = visitPart(part, part.at ?? `${at}/parts/${i}`, place, visit)
    if (next === part) continue
    visited ??= [...parts]
    visited[i] = next
  }
  return visited ?? parts
}

function visitPart(part: Part, at: Pointer, place: MediaPlace, visit: Visit): Part {
  switch (part.type) {
    case 'media':
      return visit(part, at, place)
    case 'document': {
      const source = visitSource(part.source, at, place, visit)
      return visit(source === part.source ? part : { ...part, source }, at, place)
    }
    case 'tool-result':
    case 'hosted-result': {
      if (!part.parts.some(holdsMedia)) return part
      const parts = visitParts(part.parts, at, { ...place, within: part.type }, visit)
      return parts === part.parts ? part : { ...part, parts }
    }
    default:
      return part
  }
}

function visitSource(source: Source, at: Pointer, place: MediaPlace, visit: Visit): Source {
  if (source.type !== 'parts') return source
  const parts = visitParts(source.parts, at, place, visit)
  return parts === source.parts ? source : { ...source, parts }
}
