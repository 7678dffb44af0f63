import type { AccountRules, AccountState, AccountStep } from './account.ts'
import { dropOldWindow } from './share-window.ts'
import type { Share } from './share.ts'

/** Milliseconds for which it is not asked anew whether a limit that is used up is so. */
const usedUpFor = 1_000

/** The step's outcome where the lease is enough for it, or nothing is left to be leased; else it is for the store. */
export function takeOfLease(share: Share, step: AccountStep, now: number, rules: AccountRules): AccountState | undefined {
  if (share.leased === 0) return step.type === 'look' && isUsedUp(share, now) ? stateOf(share, now) : undefined
  if (step.type === 'begin' || !(rules.beginsEmpty || share.until > now)) return undefined
  dropOldWindow(share, now)
  if (step.type === 'reserve') {
    const running = share.running + step.points
    // Half of the time is left for clocks that differ.
    if (now >= share.toldAt + rules.lease / 2 || running + share.untold > share.leased) return undefined
    if (share.used + share.others + running > step.limit) return undefined
    share.running = running
    share.usedAt = now
  } else if (step.type === 'settle') {
    share.running = Math.max(0, share.running - step.reserved)
    share.untold += step.points
    share.used += step.points
  }
  if (share.until <= now && step.type !== 'look') share.until = now + rules.window
  return stateOf(share, now)
}

/** In a window it never becomes less. */
function isUsedUp({ used, limit, until, seenAt }: Share, now: number): boolean {
  return limit > 0 && used >= limit && until > now && now - seenAt < usedUpFor
}

function stateOf({ used, running, othersRunning, stored, until }: Share, now: number): AccountState {
  return { done: true, known: true, used, held: running + othersRunning, settled: stored.settled, resetMs: Math.max(0, until - now) }
}
