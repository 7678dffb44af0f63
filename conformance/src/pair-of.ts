import type { Pair } from '@interlingua/testkit'
import type { FormatId } from './format-id.ts'
import { formats } from './formats.ts'

/** Two formats of the suite as a pair; responses are for a client that asked for usage. */
export function pairOf(source: FormatId, target: FormatId): Pair {
  return { source: formats[source].documents, target: formats[target].documents, state: formats[target].asked }
}
