import { takeSteps, type Account, type AccountRules, type AccountState, type AccountStep, type Held } from './account.ts'
import { dropOldWindow, windowOf } from './share-window.ts'
import type { Share } from './share.ts'

/** Milliseconds for which nobody leases of an account after somebody found no room in it. */
const exactFor = 60_000

/** Of which steps a turn at the store is made. */
export interface TurnOrder {
  readonly steps: readonly AccountStep[]
  /** For each step: until when it may wait for room that others lease, in milliseconds since the epoch. */
  readonly patience: readonly number[]
  /** The lease that there is, if any, goes on; otherwise only a reservation makes one. */
  readonly keepsLease: boolean
  /** No lease, whatever there is. */
  readonly exact: boolean
  /** The store is told how it stands, whether the steps change something or not. */
  readonly tells: boolean
}

/** What a turn makes of an account, if the store takes it. */
export interface Turn {
  readonly account: Account
  /** Absent: the step waits for room that others lease. */
  readonly states: readonly (AccountState | undefined)[]
  /** False: all is as it was. */
  readonly writes: boolean
  /** Others are asked to give back what their running requests do not hold. */
  readonly recalls: boolean
  /** By how much more is held by running requests. */
  readonly more: number
  readonly told: number
  readonly leased: number
  /** Leases of others, by process, with their ends. */
  readonly leases: ReadonlyMap<string, number>
}

/** Reckons with the account as it is stored; leaves the share as it is, but for what is too old. */
export function planTurn(share: Share, process: string, order: TurnOrder, now: number, rules: AccountRules): Turn {
  dropOldWindow(share, now)
  const { untold: told, running } = share
  const { steps } = order
  const tell: readonly AccountStep[] = told > 0 ? [{ type: 'settle', reserved: 0, points: told }] : []
  const taken = takeSteps(windowOf(share, now, rules), process, running, [...tell, ...steps], now, rules)
  const found = taken.states.slice(tell.length)
  const leases = leasesOf(taken.account, process)
  const isReachable = [...leases].some(([name, end]) => share.silent.get(name) !== end)
  const states = found.map((state, index) => {
    const step = steps[index]
    const waits = isReachable && step?.type === 'reserve' && isFull(state, step.limit) && now < (order.patience[index] ?? 0)
    return waits ? undefined : state
  })
  const waiting = states.includes(undefined)
  // Renewed in time for those who go on waiting.
  const marks = waiting && (taken.account.exact ?? 0) < now + exactFor / 2
  const account = marks ? { ...taken.account, exact: now + exactFor } : taken.account
  const extra = order.exact || (account.exact ?? 0) > now ? 0 : extraOf(share, account, process, taken.own, steps, found, order.keepsLease)
  const leased = extra > 0 ? taken.own + extra : 0
  const entry: Held | undefined =
    leased > 0 ? [leased, now + rules.lease, taken.own] : taken.own > 0 ? [taken.own, now + rules.lease] : undefined
  const { [process]: _, ...others } = account.held
  const isMoved = steps.some(({ type }, index) => type === 'settle' || (type !== 'look' && found[index]?.done === true))
  return {
    account: { ...account, held: entry === undefined ? others : { ...others, [process]: entry } },
    states,
    writes: order.tells || told > 0 || marks || isMoved || !isSame(entry, share.stored.held[process]),
    recalls: waiting,
    more: taken.own - running,
    told,
    leased,
    leases,
  }
}

function leasesOf({ held }: Account, process: string): ReadonlyMap<string, number> {
  const leases = new Map<string, number>()
  for (const [name, [, end, running]] of Object.entries(held)) if (name !== process && running !== undefined) leases.set(name, end)
  return leases
}

/** There is something left, but others hold it. */
function isFull({ done, known, used }: AccountState, limit: number): boolean {
  return !done && known && used < limit
}

/** How much is held beyond what running requests hold: half of the room, where another request fits into it. */
function extraOf(
  share: Share,
  account: Account,
  process: string,
  running: number,
  steps: readonly AccountStep[],
  states: readonly AccountState[],
  keepsLease: boolean,
): number {
  let { limit, size } = share
  let reserves = false
  for (const [index, step] of steps.entries()) {
    if (step.type !== 'reserve' || states[index]?.done !== true) continue
    reserves = true
    ;({ limit, points: size } = step)
  }
  let others = 0
  for (const [name, [points]] of Object.entries(account.held)) if (name !== process) others += points
  const room = limit - account.points - others - running
  const extra = reserves ? Math.floor(room / 2) : keepsLease ? Math.min(share.leased - share.untold - share.running, room) : 0
  return extra >= size ? Math.max(0, extra) : 0
}

function isSame(one: Held | undefined, other: Held | undefined): boolean {
  return one?.[0] === other?.[0] && one?.[2] === other?.[2]
}
