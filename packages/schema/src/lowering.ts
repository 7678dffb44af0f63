import type { JsonObject, Pointer } from '@interlingua/core'
import type { DialectRules } from './dialect-rules.ts'
import type { Located } from './located.ts'
import type { Resolver } from './create-resolver.ts'
import type { Weakened } from './weakened.ts'

/** Place in the lowered schema. */
export interface Place {
  readonly root: boolean
  /** Number of schemas around this one. */
  readonly depth: number
  /** Number of objects around this one. */
  readonly level: number
  /** References that were written out around this place, by which recursion is detected. */
  readonly expanded: readonly Pointer[]
  /** True inside a property that is not required. */
  readonly optional: boolean
  /** True if references that lead back here are cut. */
  readonly cut: boolean
}

/** State that the steps of one lowering share. */
export interface Lowering extends Resolver {
  readonly rules: DialectRules
  report(path: Pointer, keyword: string, fate: Weakened['fate']): void
  /** Text of a reference to `target` in the lowered schema; the target will be defined there. */
  refer(from: Pointer, target: Located): string
  /** Number of times that a reference may be written out inside itself. */
  readonly unroll: number
  /** True once a reference to its own surroundings was kept outside of optional properties. */
  cycles: boolean
  /** Schema for values that satisfy all of `conjuncts`; `undefined` if none can be written. */
  lower(conjuncts: readonly Located[], place: Place): JsonObject | undefined
}

export function inside(place: Place): Place {
  return { ...place, root: false, depth: place.depth + 1 }
}
