import type { Json } from '@interlingua/core'
import { canonicalText } from './canonical-text.ts'
import { lose } from './lose.ts'
import type { Lost } from './lost.ts'
import { constraintType, describable, structural } from './keywords.ts'
import type { LocatedObject } from './located.ts'
import type { Lowering } from './lowering.ts'

/** Writes those constraints into `out` that the dialect checks, the tighter one where two meet; the others are lost. */
export function mergeConstraints(
  lowering: Lowering,
  parts: readonly LocatedObject[],
  types: readonly string[],
  root: boolean,
  out: Record<string, Json>,
  lost: Lost[],
): void {
  for (const part of parts) {
    for (const [keyword, value] of Object.entries(part.schema)) {
      if (structural.has(keyword)) continue
      const type = constraintType.get(keyword)
      if (type !== undefined && !types.includes(type) && !(type === 'number' && types.includes('integer'))) {
        lowering.report(part.path, keyword, 'dropped') // it says nothing about values of these types
      } else if (!isChecked(lowering, keyword, value) || (keyword === '$schema' && !root)) {
        lose(lowering, part, keyword, lost, describable.has(keyword))
        if (keyword === 'minItems' && typeof value === 'number' && value > 1 && isChecked(lowering, keyword, 1)) out.minItems = 1
      } else if (!Object.hasOwn(out, keyword)) {
        out[keyword] = value
      } else {
        const tighter = tighterOf(keyword, out[keyword] as Json, value) // hasOwn: it is there
        if (tighter === undefined) lose(lowering, part, keyword, lost, true)
        else out[keyword] = tighter
      }
    }
  }
}

function isChecked(lowering: Lowering, keyword: string, value: Json): boolean {
  return Object.hasOwn(lowering.rules.keywords, keyword) && lowering.rules.keywords[keyword]?.(value) === true
}

function tighterOf(keyword: string, one: Json, other: Json): Json | undefined {
  if (typeof one === 'number' && typeof other === 'number' && keyword !== 'multipleOf') {
    return keyword.startsWith('min') || keyword === 'exclusiveMinimum' ? Math.max(one, other) : Math.min(one, other)
  }
  if (keyword === 'default' || keyword === '$schema') return one
  return typeof one !== 'object' && typeof other !== 'object' && canonicalText(one) === canonicalText(other) ? one : undefined
}
