import type { WirePart } from './shapes/part-shape.ts'
import type { WireContent } from './shapes/request-shape.ts'

/** One side's say, with the place of its first content. */
export interface JoinedContent {
  readonly role: 'user' | 'model'
  readonly index: number
  readonly parts: readonly WirePart[]
}

/** Neighbouring contents of the model as one: the vendor's SDK puts every frame of a stream into its history as a content of its own. */
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
