import type { FormatId } from './format-id.ts'
import { formatIds } from './formats.ts'

export type FormatPair = readonly [source: FormatId, target: FormatId]

/** Every way from one format to another one. */
export const formatPairs: readonly FormatPair[] = formatIds.flatMap((source) =>
  formatIds.filter((target) => target !== source).map((target): FormatPair => [source, target]),
)

/** The formats that a document of one format can be translated into. */
export function othersOf(source: FormatId): readonly FormatId[] {
  return formatIds.filter((target) => target !== source)
}
