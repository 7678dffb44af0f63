import { takeSteps, type AccountRules, type AccountState, type AccountStep } from './account.ts'
import { dropOldWindow } from './share-window.ts'
import type { Share } from './share.ts'

/** Takes steps where the store does not answer. */
export function takeAlone(
  share: Share,
  process: string,
  steps: readonly AccountStep[],
  now: number,
  rules: AccountRules,
): readonly AccountState[] {
  dropOldWindow(share, now)
  const { used: points, until } = share
  const { account, own, states } = takeSteps({ ...share.stored, points, until }, process, share.running, steps, now, rules)
  share.stored = account
  share.revision = 0
  share.used = account.points
  share.until = account.until
  share.running = own
  for (const [index, step] of steps.entries()) {
    if (step.type === 'settle' && states[index]?.known === true) share.untold += step.points
    if (step.type === 'reserve' && states[index]?.done === true) share.usedAt = now
  }
  return states
}
