import type { Account, AccountRules } from './account.ts'
import type { Share } from './share.ts'

/** The account as the store would have it if it had heard all: a window that began here is its own where nobody else began one. */
export function windowOf({ stored, until }: Share, now: number, { beginsEmpty }: AccountRules): Account {
  return beginsEmpty && stored.until <= now && until > now ? { ...stored, points: 0, until } : stored
}

/** Reckons anew with what the store has. */
export function adoptStored(share: Share, process: string, now: number, rules: AccountRules): void {
  const { points, until, held } = windowOf(share, now, rules)
  share.until = until
  share.seenAt = now
  share.used = until > now ? points + share.untold : points
  share.others = 0
  share.othersRunning = 0
  for (const [name, [leased, end, running = leased]] of Object.entries(held)) {
    if (name === process || end <= now) continue
    share.others += leased
    share.othersRunning += running
  }
}

/** What was used in a window that is over is of no account. */
export function dropOldWindow(share: Share, now: number): void {
  if (share.until > now) return
  share.used = 0
  share.untold = 0
}
