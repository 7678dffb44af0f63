import type { DocumentPart, MediaPart, Part, Source } from './part.ts'
import type { Pointer } from './pointer.ts'
import type { GenerateRequest, Turn } from './request.ts'

type Visit = (part: MediaPart | DocumentPart, at: Pointer) => Part

/** The request with `visit` applied to every media and document part, those inside results and documents too. What is unchanged is shared. */
export function visitMedia(request: GenerateRequest, visit: Visit): GenerateRequest {
  let visited: Turn[] | undefined
  const { turns } = request
  for (let index = 0; index < turns.length; index++) {
    const turn = turns[index]
    if (turn === undefined) continue
    const parts = visitParts(turn.parts, turn.at ?? `/turns/${index}`, visit)
    if (parts === turn.parts) continue
    visited ??= [...turns]
    visited[index] = { ...turn, parts }
  }
  return visited ? { ...request, turns: visited } : request
}

function visitParts(parts: readonly Part[], at: Pointer, visit: Visit): readonly Part[] {
  let visited: Part[] | undefined
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i]
    if (part === undefined) continue
    const next = visitPart(part, part.at ?? `${at}/parts/${i}`, visit)
    if (next === part) continue
    visited ??= [...parts]
    visited[i] = next
  }
  return visited ?? parts
}

function visitPart(part: Part, at: Pointer, visit: Visit): Part {
  switch (part.type) {
    case 'media':
      return visit(part, at)
    case 'document': {
      const source = visitSource(part.source, at, visit)
      return visit(source === part.source ? part : { ...part, source }, at)
    }
    case 'tool-result':
    case 'hosted-result': {
      const parts = visitParts(part.parts, at, visit)
      return parts === part.parts ? part : { ...part, parts }
    }
    default:
      return part
  }
}

function visitSource(source: Source, at: Pointer, visit: Visit): Source {
  if (source.type !== 'parts') return source
  const parts = visitParts(source.parts, at, visit)
  return parts === source.parts ? source : { ...source, parts }
}
