import type { JsonObject } from '@interlingua/core'
import type { Located, LocatedObject } from './located.ts'
import { inside, type Lowering, type Place } from './lowering.ts'
import type { Union } from './take-unions.ts'

/**
 * Makes a union of the branches of the first of `unions`, each with `base` and with the other unions. Branches that no value satisfies fall
 * away; without branches no value satisfies the whole.
 */
export function lowerBranches(
  lowering: Lowering,
  unions: readonly Union[],
  base: readonly LocatedObject[],
  place: Place,
): JsonObject[] | undefined {
  const [first, ...others] = unions
  if (first === undefined) return undefined
  const alone = others.length === 0 && base.length === 0
  if (first.keyword === 'oneOf' || !alone) lowering.report(first.part.path, first.keyword, 'rewritten')
  const rest: Located[] = [...base]
  for (const other of others) {
    lowering.report(other.part.path, other.keyword, 'rewritten')
    rest.push({ schema: { [other.keyword]: other.branches.map(({ schema }) => schema) }, path: other.part.path })
  }
  const lowered: JsonObject[] = []
  for (const branch of first.branches) {
    const each = lowering.lower([...rest, branch], inside(place))
    if (each === undefined) lowering.report(branch.path, 'false', 'rewritten')
    else lowered.push(each)
  }
  if (lowered.length < first.branches.length) lowering.report(first.part.path, first.keyword, 'rewritten')
  return lowered.length === 0 ? undefined : lowered
}
