import type { DialectId } from './dialect-id.ts'
import { dialects } from './dialects.ts'

/** Formats that the gateway is measured with; the others cost the same there, and are measured in process. */
export const served: readonly DialectId[] = ['messages', 'chat', 'responses', 'contents']

/** Pairs of client and upstream format that the gateway is measured with, same formats first. */
export const pairs: readonly (readonly [DialectId, DialectId])[] = [...served.map((id) => [id, id] as const), ...crossPairsOf(served)]

/** Pairs of all formats that translate. */
export const crossPairs: readonly (readonly [DialectId, DialectId])[] = crossPairsOf(Object.keys(dialects) as readonly DialectId[]) // the keys of that record

function crossPairsOf(ids: readonly DialectId[]): readonly (readonly [DialectId, DialectId])[] {
  return ids.flatMap((from) => ids.filter((to) => to !== from).map((to) => [from, to] as const))
}
