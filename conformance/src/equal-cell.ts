import type { JsonObject } from '@interlingua/core'
import type { Pair } from '@interlingua/testkit'
import type { FormatId } from './format-id.ts'

/** One cell marked `=` in the correspondence of section 2: the same thing said in every format that can say it, so n spellings are n(n-1) ways. */
export interface EqualCell {
  readonly cell: string
  readonly spelled: Partial<Readonly<Record<FormatId, JsonObject>>>
  /** The channel that has it, where not every channel of a format has. */
  readonly contexts?: Partial<Readonly<Record<FormatId, NonNullable<Pair['sourceContext']>>>>
  /** The ways that are exact, where not all are: `chat>messages`. */
  readonly only?: readonly `${FormatId}>${FormatId}`[]
}

/** Whether a cell says that this way is exact. */
export function isExact({ spelled, only }: EqualCell, source: FormatId, target: FormatId): boolean {
  return spelled[source] !== undefined && spelled[target] !== undefined && (only === undefined || only.includes(`${source}>${target}`))
}
