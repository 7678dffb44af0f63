import type { Turn } from '@interlingua/core'
import { leadWithUser, lowerPrefill } from '@interlingua/core/lower'
import type { LowerScope } from './scope.ts'

/** The conversation begins with the user, and where the model does not go on from its own words, it ends with them, too. */
export function lowerEnds(turns: readonly Turn[], scope: LowerScope): readonly Turn[] {
  const { model, policy } = scope.context
  return lowerPrefill(
    leadWithUser(turns, '.', (at) => scope.report('first-turn', at)),
    {
      // A model that nobody knows is taken for one of the newest family, which refuse it.
      accepts: model !== undefined && model.prefill !== false,
      policy: policy.prefill,
      trimEnd: false,
      report: scope.report,
    },
  )
}
