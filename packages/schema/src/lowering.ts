import type { JsonObject, Pointer } from '@interlingua/core'
import type { DialectRules } from './dialect-rules.ts'
import type { Located } from './located.ts'
import type { Resolver } from './create-resolver.ts'
import type { Weakened } from './weakened.ts'

/** Where in the lowered schema we are. */
export interface Place {
  readonly root: boolean
  /** Schemas around this one. */
  readonly depth: number
  /** Objects around this one. */
  readonly level: number
  /** References that were written out around this place, so that recursion is seen. */
  readonly expanded: readonly Pointer[]
  /** Whether we stand in a property that is not required. */
  readonly optional: boolean
  /** Whether references that lead back here are cut. */
  readonly cut: boolean
}

/** What the steps of one lowering share. */
export interface Lowering extends Resolver {
  readonly rules: DialectRules
  report(path: Pointer, keyword: string, fate: Weakened['fate']): void
  /** The text of a reference to `target` in the lowered schema; the target will stand there. */
  refer(from: Pointer, target: Located): string
  /** How often a reference may be written out inside itself. */
  readonly unroll: number
  /** Whether a reference that leads back to where it stands was kept outside of properties that are not required. */
  cycles: boolean
  /** The schema whose values satisfy all of `conjuncts`; undefined where none can be written. */
  lower(conjuncts: readonly Located[], place: Place): JsonObject | undefined
}

export function inside(place: Place): Place {
  return { ...place, root: false, depth: place.depth + 1 }
}
