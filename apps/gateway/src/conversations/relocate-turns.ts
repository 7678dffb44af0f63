import type { Part, Pointer, Turn } from '@interlingua/core'

/** A node that was just decoded and belongs to nobody else yet. */
type Fresh = { at?: Pointer }

/**
 * Lets turns that were just decoded say of themselves that they stand at `place`, or where that says from where they stood: the caller never
 * sent the document that they were read from.
 */
export function relocateTurns(turns: readonly Turn[], place: Place): void {
  for (const turn of turns) {
    put(turn, place)
    for (const item of turn.items ?? []) put(item, place)
    for (const tool of turn.changes?.addTools ?? []) put(tool, place)
    relocateParts(turn.parts, place)
  }
}

type Place = Pointer | ((at: Pointer) => Pointer)

function relocateParts(parts: readonly Part[], place: Place): void {
  for (const part of parts) {
    put(part, place)
    switch (part.type) {
      case 'text':
        for (const citation of part.citations ?? []) put(citation, place)
        break
      case 'tool-result':
      case 'hosted-result':
      case 'search-result':
        relocateParts(part.parts, place)
        break
      case 'document':
        if (part.source.type === 'parts') relocateParts(part.source.parts, place)
    }
  }
}

function put(node: { readonly at?: Pointer }, place: Place): void {
  const fresh: Fresh = node
  fresh.at = typeof place === 'string' ? place : place(node.at ?? '')
}
