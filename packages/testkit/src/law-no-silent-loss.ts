import type { Json, Pointer } from '@interlingua/core'
import { attempt } from './attempt.ts'
import { covers } from './covers.ts'
import { jsonLeaves, sampleLeaves, withLeaf } from './json-leaves.ts'
import type { Leaf } from './json-leaves.ts'
import type { Translation } from './pair.ts'
import type { Violation } from './violation.ts'

export interface LossSettings {
  // Pointers to values without meaning, with `*` for one segment and a last `**` for all below: `/object`, `/choices/*/message/role`.
  readonly inert?: readonly string[]
  /** Number of leaves of a document that are tried (default 200), and of those with the same shape of path (default 3). */
  readonly leaves?: number
  readonly perShape?: number
}

/**
 * Law "no silent loss": each leaf of the source document, changed or deleted alone, changes the translated document, or is reported. The
 * law knows neither format, so undeclared loss cannot hide from it.
 */
export function lawNoSilentLoss(name: string, translate: Translation, document: Json, settings: LossSettings = {}): readonly Violation[] {
  return attempt(name, (say) => {
    const base = translate(document)
    if (base.type === 'refused') return
    const printed = JSON.stringify(base.output)
    for (const leaf of sampleLeaves(jsonLeaves(document), settings.leaves ?? 200, settings.perShape)) {
      if (covers(base.notices, leaf.path) || isInert(leaf.path, settings.inert ?? [])) continue
      if (changes(leaf).some((value) => isSeen(withLeaf(document, leaf.keys, value), leaf.path))) continue
      say(leaf.path, 'neither changes the output nor is reported')
    }

    function isSeen(changed: Json, path: Pointer): boolean {
      const result = translate(changed)
      return result.type === 'refused' || JSON.stringify(result.output) !== printed || covers(result.notices, path)
    }
  })
}

/** Another value, several values if the first may be equivalent to the old one, and no value. */
function changes({ value }: Leaf): readonly (Json | undefined)[] {
  if (typeof value === 'string') return [`${value}x`, `x${value}`, undefined]
  if (typeof value === 'number') return [value + 1, value / 2 + 0.25, undefined]
  return [!value, undefined]
}

export function isInert(path: string, patterns: readonly string[]): boolean {
  const segments = path.split('/')
  return patterns.some((pattern) => {
    const wanted = pattern.split('/')
    if (wanted.at(-1) === '**')
      return segments.length >= wanted.length - 1 && wanted.slice(0, -1).every((segment, i) => segment === '*' || segment === segments[i])
    return wanted.length === segments.length && wanted.every((segment, i) => segment === '*' || segment === segments[i])
  })
}
