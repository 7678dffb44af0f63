import type { Finish } from '@interlingua/core'
import { finishReasons } from './finish-reasons.ts'

/** Whether an answer that ends so is incomplete. */
export function isCutShort({ unified }: Finish): boolean {
  return finishReasons[unified]
}
