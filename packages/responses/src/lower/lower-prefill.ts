import type { Turn } from '@interlingua/core'
import { lowerPrefill as lower } from '@interlingua/core/lower'
import type { LowerScope } from './scope.ts'

/** This format takes a final assistant turn, and answers it instead of going on from it. Its own callers know that. */
export function lowerPrefill(turns: readonly Turn[], { context, own, report }: LowerScope): readonly Turn[] {
  return lower(turns, { accepts: own, policy: context.policy.prefill, trimEnd: false, keepsFirst: true, report })
}
