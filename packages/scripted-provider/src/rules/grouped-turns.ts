import type { GenerateRequest, Part, Pointer, Turn } from '@interlingua/core'

/** Neighbouring turns of one author, joined as the messages vendor reads them. Instruction turns stay apart. */
export interface GroupedTurn {
  readonly author: Turn['author']
  readonly at?: Pointer
  readonly parts: readonly Part[]
}

export function groupedTurns(request: GenerateRequest): readonly GroupedTurn[] {
  const grouped: GroupedTurn[] = []
  for (const turn of request.turns) {
    const last = grouped.at(-1)
    if (last && last.author === turn.author && turn.author !== 'instruction')
      grouped[grouped.length - 1] = { ...last, parts: [...last.parts, ...turn.parts] }
    else grouped.push({ author: turn.author, parts: turn.parts, ...(turn.at !== undefined && { at: turn.at }) })
  }
  return grouped
}
