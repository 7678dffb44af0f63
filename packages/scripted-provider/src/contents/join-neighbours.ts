import type { WirePart } from './shapes/part-shape.ts'
import type { WireContent } from './shapes/request-shape.ts'

/** The joined contents of one side, with the index of the first. */
export interface JoinedContent {
  readonly role: 'user' | 'model'
  readonly index: number
  readonly parts: readonly WirePart[]
}

/**
 * Joins neighbouring contents of the model, because the vendor's SDK adds every frame of a stream to its history as a content of its own.
 */
export function joinNeighbours(contents: readonly WireContent[]): readonly JoinedContent[] {
  const joined: (JoinedContent & { parts: WirePart[] })[] = []
  for (const [index, { role: said, parts = [] }] of contents.entries()) {
    const role = said === 'model' ? 'model' : 'user'
    const last = joined.at(-1)
    if (role === 'model' && last?.role === role) last.parts.push(...parts)
    else joined.push({ role, index, parts: [...parts] })
  }
  return joined
}
