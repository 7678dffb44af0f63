import type { Pointer, Turn } from '@interlingua/core'
import { fates } from '../fates.ts'
import type { LowerScope } from './scope.ts'

/** Reports a turn without any content left, and everything beside its parts. */
export function leaveOut({ changes: _, ...turn }: Turn, at: Pointer, scope: LowerScope): undefined {
  scope.report('empty-turn', at)
  fates.turn({ ...turn, parts: [] }, scope.context)
}
