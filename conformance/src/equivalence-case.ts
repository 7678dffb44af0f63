import type { JsonObject } from '@interlingua/core'
import type { Pair } from '@interlingua/testkit'
import type { FormatId } from './format-id.ts'

/** Cell marked `=` in the correspondence of section 2: n spellings of the same meaning are n(n-1) translations. */
export interface EquivalenceCase {
  readonly equivalence: string
  readonly spelled: Partial<Readonly<Record<FormatId, JsonObject>>>
  /** Contexts of channels that support the cell. Absent: all channels do. */
  readonly contexts?: Partial<Readonly<Record<FormatId, NonNullable<Pair['sourceContext']>>>>
  /** Exact translations: `chat>messages`. Absent: all are. */
  readonly only?: readonly `${FormatId}>${FormatId}`[]
}

/** True if a cell promises that this translation is exact. */
export function isExact({ spelled, only }: EquivalenceCase, source: FormatId, target: FormatId): boolean {
  return spelled[source] !== undefined && spelled[target] !== undefined && (only === undefined || only.includes(`${source}>${target}`))
}
