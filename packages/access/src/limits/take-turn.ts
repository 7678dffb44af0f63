import { type AccountRules, type AccountStep, type AccountStore, emptyAccount } from './account.ts'
import { adoptStored, isIdle, planTurn, recall, type Share, type Turn, type TurnOrder } from './lease.ts'

/** Milliseconds between two recalls of the same leases. */
const recalledFor = 1_000

/**
 * Takes steps at the store by compare and set: the process that loses takes its steps anew on the stored account. Rejects if the store does not
 * answer; then no step was taken.
 */
export async function takeTurn(
  store: AccountStore,
  name: string,
  share: Share,
  process: string,
  asked: Omit<TurnOrder, 'keepsLease'>,
  rules: AccountRules,
): Promise<Turn['states']> {
  const { steps, flushes } = asked
  const onlyLooks = !flushes && steps.every(({ type }) => type === 'look')
  try {
    // The account is not read before the first try: this process probably wrote the stored one.
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

/** Writes the turn; false if another process was first. Reservations within the lease meanwhile fit into the lease before and into the new one. */
async function writeAccount(
  store: AccountStore,
  name: string,
  share: Share,
  turn: Turn,
  now: number,
  { lease, window }: AccountRules,
): Promise<boolean> {
  share.leased = turn.leased === 0 ? 0 : Math.min(share.leased, turn.leased + turn.settling - Math.max(0, turn.more))
  const { until } = share
  const expiresAt = Math.max(turn.account.until, now + lease) + window
  if (!(await store.replace(name, turn.account, share.revision, expiresAt))) return false
  share.stored = turn.account
  share.revision++
  share.running = Math.max(0, share.running + turn.more)
  // Skipped if a new window began meanwhile, which has none of these points.
  if (share.until === until) share.unwritten = Math.max(0, share.unwritten - turn.settling)
  share.leased = turn.leased
  share.writtenAt = now
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

/** Recalls leases. Never rejects, since the steps of the turn are taken already. */
async function recallLeases(store: AccountStore, name: string, share: Share, now: number): Promise<void> {
  if (now - share.recalledAt < recalledFor) return
  share.recalledAt = now
  await recall(store, name, now).catch(() => {
    share.recalledAt = 0
  })
}

/** Notes the processes that did not answer a recall in time, so that later steps do not wait for them. */
function noteSilence(share: Share, { steps, deadlines }: Omit<TurnOrder, 'keepsLease'>, { leases, states }: Turn, now: number): void {
  if (leases.size === 0) return share.silent.clear()
  const waited = steps.some(({ type }, index) => type === 'reserve' && states[index]?.done === false && now >= (deadlines[index] ?? now))
  if (waited) for (const [name, end] of leases) share.silent.set(name, end)
}
