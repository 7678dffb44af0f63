import type { Turn } from '@interlingua/core'
import { lowerPrefill as lower } from '@interlingua/core/lower'
import type { LowerScope } from './scope.ts'

/** Reports a final assistant turn: this format takes it, but answers it instead of continuing. Callers of this format know that. */
export function lowerPrefill(turns: readonly Turn[], { context, own, report }: LowerScope): readonly Turn[] {
  return lower(turns, { accepts: own, policy: context.policy.prefill, trimEnd: false, keepsFirst: true, report })
}
