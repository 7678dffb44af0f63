import type { GenerateRequest, Notice, Part, Turn } from '@interlingua/core'

/**
 * Adjacent turns of one author are one turn to every server: tool messages and the user message after them are one user turn. A turn
 * that was reported to be empty is left out: its neighbours become adjacent.
 */
export function mergeAdjacentTurns(request: GenerateRequest, reported: readonly Notice[]): GenerateRequest {
  const turns: Turn[] = []
  for (const turn of request.turns) {
    if (reported.some(({ path, code }) => path === turn.at && code.endsWith('/empty-turn'))) continue
    const last = turns.at(-1)
    const parts = turn.parts.map(withoutEmptyText)
    if (last === undefined || last.author !== turn.author || turn.author === 'instruction') turns.push({ ...turn, parts })
    else turns[turns.length - 1] = { ...last, parts: [...last.parts, ...parts] }
  }
  return { ...request, turns }
}

/** A result of no text and a result of nothing are the same. */
function withoutEmptyText(part: Part): Part {
  return part.type === 'tool-result' ? { ...part, parts: part.parts.filter((inner) => inner.type !== 'text' || inner.text !== '') } : part
}
