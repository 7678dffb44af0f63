import type { Turn } from '@interlingua/core'
import { leadWithUser, lowerPrefill } from '@interlingua/core/lower'
import type { LowerScope } from './scope.ts'

/** Makes the conversation begin with the user, and end with the user if the model does not continue its own words. */
export function lowerEnds(turns: readonly Turn[], scope: LowerScope): readonly Turn[] {
  const { model, policy } = scope.context
  return lowerPrefill(
    leadWithUser(turns, '.', (at) => scope.report('first-turn', at)),
    {
      // Unknown models count as the newest family, which refuses a prefill.
      accepts: model !== undefined && model.prefill !== false,
      policy: policy.prefill,
      trimEnd: false,
      report: scope.report,
    },
  )
}
