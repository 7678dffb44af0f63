import type { Pair } from '@interlingua/testkit'
import { formats } from './formats.ts'
import type { FormatId } from './formats.ts'

/** Two formats of the suite as a pair; answers are for a client that asked for usage. */
export function pairOf(source: FormatId, target: FormatId): Pair {
  return { source: formats[source].adapter, target: formats[target].adapter, state: formats[target].asked }
}
