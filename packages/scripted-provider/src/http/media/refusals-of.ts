import type { Directives } from '../../read-directives.ts'

/** The effect of a directive on one of several images. */
export type RefusalKind = 'filter' | 'fail'

/** The effect of the directives on each image: `[demo:fail 2]` applies to the second, `[demo:fail]` to all. */
export function refusalsOf(directives: Directives, count: number): readonly (RefusalKind | undefined)[] {
  return Array.from({ length: count }, (_, i) => {
    for (const refusal of ['filter', 'fail'] as const) {
      const words = directives.get(refusal)?.words
      if (words && (words.length === 0 || words.includes(String(i + 1)))) return refusal
    }
    return undefined
  })
}
