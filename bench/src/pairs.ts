import type { DialectId } from './dialect-id.ts'
import { dialects } from './dialects.ts'

const ids = Object.keys(dialects) as readonly DialectId[] // the keys of that record

/** All pairs of client and upstream format, same formats first. */
export const pairs: readonly (readonly [DialectId, DialectId])[] = [
  ...ids.map((id) => [id, id] as const),
  ...ids.flatMap((from) => ids.filter((to) => to !== from).map((to) => [from, to] as const)),
]

/** Pairs that translate. */
export const crossPairs = pairs.filter(([from, to]) => from !== to)
