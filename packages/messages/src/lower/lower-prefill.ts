import type { Turn } from '@interlingua/core'
import { lowerPrefill as lower } from '@interlingua/core/lower'
import type { LowerScope } from './scope.ts'

/** A final assistant turn is a beginning that the model goes on from. Newer models refuse it; older ones refuse white space at its end. */
export function lowerPrefill(turns: readonly Turn[], { context, report }: LowerScope): readonly Turn[] {
  return lower(turns, {
    accepts: context.model?.prefill !== false,
    policy: context.policy.prefill,
    trimEnd: true,
    // Not a beginning but a pause: the provider's own calls go on from here.
    pauses: (end) => end?.type !== 'text',
    report,
  })
}
