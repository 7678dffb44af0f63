import type { FormatId } from './format-id.ts'
import { formatIds } from './formats.ts'

export type FormatPair = readonly [source: FormatId, target: FormatId]

/** All ordered pairs of different formats. */
export const formatPairs: readonly FormatPair[] = formatIds.flatMap((source) =>
  formatIds.filter((target) => target !== source).map((target): FormatPair => [source, target]),
)

/** Formats into which a document of one format can be translated. */
export function othersOf(source: FormatId): readonly FormatId[] {
  return formatIds.filter((target) => target !== source)
}
