import type { Turn } from '@interlingua/core'
import { lowerPrefill as lower } from '@interlingua/core/lower'
import type { LowerScope } from './scope.ts'

/** Lowers a final assistant turn, which the model should continue. Newer models refuse it; older ones refuse white space at its end. */
export function lowerPrefill(turns: readonly Turn[], { context, report }: LowerScope): readonly Turn[] {
  return lower(turns, {
    accepts: context.model?.prefill !== false,
    policy: context.policy.prefill,
    trimEnd: true,
    // A turn that ends in something else than text is a pause, from which the provider's own calls go on.
    pauses: (end) => end?.type !== 'text',
    report,
  })
}
