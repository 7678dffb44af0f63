import { emptyAccount, type AccountRules, type AccountStep } from './account.ts'
import type { AccountStore } from './account-store.ts'
import { isIdle } from './is-idle.ts'
import { planTurn, type Turn, type TurnOrder } from './plan-turn.ts'
import { recall } from './recalls.ts'
import { adoptStored } from './share-window.ts'
import type { Share } from './share.ts'

/** Milliseconds between two recalls of the same leases. */
const recalledFor = 1_000

/**
 * Takes steps at the store, by one compare and set: the store decides which process was first, and the other one takes its steps anew on what
 * is there then. Rejects where the store does not answer; then none of them was taken.
 */
export async function takeTurn(
  store: AccountStore,
  name: string,
  share: Share,
  process: string,
  asked: Omit<TurnOrder, 'keepsLease'>,
  rules: AccountRules,
): Promise<Turn['states']> {
  const { steps, tells } = asked
  const onlyLooks = !tells && steps.every(({ type }) => type === 'look')
  try {
    // What was written last by this process is probably what is there.
    for (let read = onlyLooks || share.revision === 0; ; read = true) {
      if (read) await readAccount(store, name, share)
      const now = Date.now()
      const keepsLease = share.leased > 0 && !isIdle(share, now)
      const turn = planTurn(share, process, { ...asked, keepsLease }, now, rules)
      if (!onlyLooks && turn.writes) {
        if (!(await writeAccount(store, name, share, turn, now, rules))) continue
        noteReservations(share, steps, turn, now)
      } else if (!read) continue // a refusal is of what is there now
      adoptStored(share, process, now, rules)
      if (turn.recalls) await recallLeases(store, name, share, now)
      else noteSilence(share, asked, turn, now)
      return turn.states
    }
  } catch (error) {
    share.revision = 0
    throw error
  }
}

async function readAccount(store: AccountStore, name: string, share: Share): Promise<void> {
  const stored = await store.read(name)
  share.stored = stored?.account ?? emptyAccount
  share.revision = stored?.revision ?? 0
}

/** False: another process was first. What is taken of the lease meanwhile fits into the one before and into the one after. */
async function writeAccount(
  store: AccountStore,
  name: string,
  share: Share,
  turn: Turn,
  now: number,
  { lease, window }: AccountRules,
): Promise<boolean> {
  share.leased = turn.leased === 0 ? 0 : Math.min(share.leased, turn.leased + turn.told - Math.max(0, turn.more))
  const { until } = share
  const expiresAt = Math.max(turn.account.until, now + lease) + window
  if (!(await store.replace(name, turn.account, share.revision, expiresAt))) return false
  share.stored = turn.account
  share.revision++
  share.running = Math.max(0, share.running + turn.more)
  // Unless a new window began meanwhile, in which nothing of that is untold.
  if (share.until === until) share.untold = Math.max(0, share.untold - turn.told)
  share.leased = turn.leased
  share.toldAt = now
  return true
}

function noteReservations(share: Share, steps: readonly AccountStep[], { states }: Turn, now: number): void {
  for (const [index, step] of steps.entries()) {
    if (step.type !== 'reserve' || states[index]?.done !== true) continue
    share.size = step.points
    share.limit = step.limit
    share.usedAt = now
  }
}

/** Never rejects: what was taken is taken. */
async function recallLeases(store: AccountStore, name: string, share: Share, now: number): Promise<void> {
  if (now - share.recalledAt < recalledFor) return
  share.recalledAt = now
  await recall(store, name, now).catch(() => {
    share.recalledAt = 0
  })
}

/** Who did not answer in all that time is not waited for again. */
function noteSilence(share: Share, { steps, patience }: Omit<TurnOrder, 'keepsLease'>, { leases, states }: Turn, now: number): void {
  if (leases.size === 0) return share.silent.clear()
  const waited = steps.some(({ type }, index) => type === 'reserve' && states[index]?.done === false && now >= (patience[index] ?? now))
  if (waited) for (const [name, end] of leases) share.silent.set(name, end)
}
