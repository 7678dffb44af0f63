import type { DocumentPart, MediaPart, Part, Source } from './part.ts'
import type { Pointer } from './pointer.ts'
import type { GenerateRequest, Turn } from './request.ts'

/** Place of a part: its turn, and whether it is in a result. */
export interface MediaPlace {
  readonly turn: Turn
  /** Index of the turn. */
  readonly index: number
  readonly within: 'turn' | 'tool-result' | 'hosted-result'
}

/** True if a media or document part stands in some turn, also inside results. */
export function holdsMedia({ turns }: GenerateRequest): boolean {
  for (const { parts } of turns) for (const part of parts) if (mayHoldMedia(part)) return true
  return false
}

type Visit = (part: MediaPart | DocumentPart, at: Pointer, place: MediaPlace) => Part

/** Applies `visit` to every media and document part, also inside results and documents. Unchanged nodes are shared. */
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

function isHolder({ type }: Part): boolean {
  return type === 'media' || type === 'document' || type === 'tool-result' || type === 'hosted-result'
}

/** A result is judged by its parts: most hold only texts. */
function mayHoldMedia(part: Part): boolean {
  if (part.type === 'tool-result' || part.type === 'hosted-result') return part.parts.some(isHolder)
  return part.type === 'media' || part.type === 'document'
}

function visitParts(parts: readonly Part[], at: Pointer, place: MediaPlace, visit: Visit): readonly Part[] {
  let visited: Part[] | undefined
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i]
    if (part === undefined || !isHolder(part)) continue
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
      if (!part.parts.some(isHolder)) return part
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
