import type { Json } from '@interlingua/core'
import { isRawNumber } from '@interlingua/core/adapter'
import { canonicalText } from './canonical-text.ts'
import { lose } from './lose.ts'
import type { Lost } from './lost.ts'
import { isShallow } from './is-shallow.ts'
import type { LocatedObject } from './located.ts'
import type { Lowering } from './lowering.ts'

/** Values that `enum` and `const` allow together. Undefined: values are not restricted. */
export interface Values {
  readonly values: readonly Json[]
  readonly spelling: 'enum' | 'const'
}

/** Values that are lists or objects go to the description: no dialect takes them. */
export function mergeValues(lowering: Lowering, parts: readonly LocatedObject[], lost: Lost[]): Values | undefined {
  let merged: Values | undefined
  for (const part of parts) {
    for (const keyword of ['enum', 'const'] as const) {
      if (!Object.hasOwn(part.schema, keyword)) continue
      const value = part.schema[keyword] as Json // an own key, checked in the line above
      const values = keyword === 'const' ? [value] : value
      if (!Array.isArray(values) || values.length === 0) lowering.report(part.path, keyword, 'dropped')
      else if (!values.every((each) => isScalar(each))) lose(lowering, part, keyword, lost, true)
      else if (merged === undefined) {
        const spelling = keyword === 'const' && lowering.rules.const ? 'const' : 'enum'
        if (spelling !== keyword) lowering.report(part.path, keyword, 'rewritten')
        merged = { values, spelling }
      } else {
        const allowed = new Set(values.filter((each) => isShallow(each)).map(canonicalText))
        lowering.report(part.path, keyword, 'rewritten')
        merged = { values: merged.values.filter((each) => allowed.has(canonicalText(each))), spelling: merged.spelling }
      }
    }
  }
  return merged
}

function isScalar(value: Json): boolean {
  return typeof value !== 'object' || value === null || isRawNumber(value)
}
