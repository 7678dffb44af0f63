import type { Directives } from '../../read-directives.ts'

/** What a directive makes of one of several images. */
export type Stroke = 'filter' | 'fail'

/** What becomes of each of so many images: `[demo:fail 2]` strikes the second, `[demo:fail]` all of them. */
export function stricken(directives: Directives, count: number): readonly (Stroke | undefined)[] {
  return Array.from({ length: count }, (_, i) => {
    for (const stroke of ['filter', 'fail'] as const) {
      const words = directives.get(stroke)?.words
      if (words && (words.length === 0 || words.includes(String(i + 1)))) return stroke
    }
    return undefined
  })
}
