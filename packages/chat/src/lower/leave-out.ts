import type { Context, Pointer, Turn } from '@interlingua/core'
import { fates } from '../fates.ts'
import { notice } from '../notices.ts'

/** Reports a turn without any content left: its changes, and everything beside its parts. */
export function leaveOut(turn: Turn, at: Pointer, context: Context): undefined {
  if (turn.changes === undefined) context.onNotice(notice('empty-turn', at))
  fates.turn({ ...turn, parts: [] }, context)
}
