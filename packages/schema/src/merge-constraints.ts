import type { Json } from '@interlingua/core'
import { isRawNumber } from '@interlingua/core/adapter'
import { canonicalText } from './canonical-text.ts'
import { lose } from './lose.ts'
import type { Lost } from './lost.ts'
import { constraintType, describable, structural } from './keywords.ts'
import type { LocatedObject } from './located.ts'
import type { Lowering } from './lowering.ts'

/** Writes the constraints that the dialect checks into `out`, the tighter one where two meet; others are lost. */
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
      if (structural.has(keyword) || (keyword === 'propertyOrdering' && lowering.rules.ordering && types.includes('object'))) continue
      const type = constraintType.get(keyword)
      if (type !== undefined && !speaksOf(keyword, type, types, lowering)) {
        lowering.report(part.path, keyword, 'dropped') // the constraint is about other types
      } else if (!isChecked(lowering, keyword, value, types) || (keyword === '$schema' && !root)) {
        if (toInclusive(lowering, part, keyword, types, out)) continue
        lose(lowering, part, keyword, lost, describable.has(keyword))
        if (keyword === 'minItems' && typeof value === 'number' && value > 1 && isChecked(lowering, keyword, 1, types)) out.minItems = 1
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

function isChecked(lowering: Lowering, keyword: string, value: Json, types: readonly string[]): boolean {
  return Object.hasOwn(lowering.rules.keywords, keyword) && lowering.rules.keywords[keyword]?.(value, types) === true
}

function speaksOf(keyword: string, type: string, types: readonly string[], { rules }: Lowering): boolean {
  if (types.includes(type)) return true
  const ofNumbers = type === 'number' || (keyword === 'format' && !rules.closed) // OpenAPI's int32, int64, float and double
  return ofNumbers && (types.includes('integer') || types.includes('number'))
}

/**
 * Replaces an exclusive bound where only inclusive ones are checked: exactly for integers, else the bound itself is allowed and described.
 * Returns true if nothing is lost.
 */
function toInclusive(
  lowering: Lowering,
  part: LocatedObject,
  keyword: string,
  types: readonly string[],
  out: Record<string, Json>,
): boolean {
  const bound = keyword === 'exclusiveMinimum' ? 'minimum' : keyword === 'exclusiveMaximum' ? 'maximum' : undefined
  const value = part.schema[keyword]
  if (bound === undefined || typeof value !== 'number' || !isChecked(lowering, bound, value, types)) return false
  const step = bound === 'minimum' ? 1 : -1
  const next = bound === 'minimum' ? Math.floor(value) + 1 : Math.ceil(value) - 1
  const exact = !types.includes('number') && types.includes('integer') && Number.isSafeInteger(next) && Number.isSafeInteger(next - step)
  const inclusive = exact ? next : value
  const known = out[bound] ?? part.schema[bound]
  out[bound] = typeof known !== 'number' ? inclusive : bound === 'minimum' ? Math.max(known, inclusive) : Math.min(known, inclusive)
  if (exact) lowering.report(part.path, keyword, 'rewritten')
  return exact
}

function tighterOf(keyword: string, one: Json, other: Json): Json | undefined {
  if (typeof one === 'number' && typeof other === 'number' && keyword !== 'multipleOf') {
    return keyword.startsWith('min') || keyword === 'exclusiveMinimum' ? Math.max(one, other) : Math.min(one, other)
  }
  if (keyword === 'default' || keyword === '$schema') return one
  return (typeof one !== 'object' || isRawNumber(one)) &&
    (typeof other !== 'object' || isRawNumber(other)) &&
    canonicalText(one) === canonicalText(other)
    ? one
    : undefined
}
