import type { Share } from './share.ts'

/** Milliseconds after which a lease is given back of which nothing is taken: while requests run, and when none does. */
const idleRunning = 3_000
const idleEmpty = 1_000

/** Whether a lease is to be given back. */
export function isIdle({ running, usedAt }: Share, now: number): boolean {
  return now - usedAt >= (running > 0 ? idleRunning : idleEmpty)
}
