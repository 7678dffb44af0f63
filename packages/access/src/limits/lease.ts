import {
  type Account,
  type AccountRules,
  type AccountState,
  type AccountStep,
  type AccountStore,
  emptyAccount,
  type Held,
  takeSteps,
} from './account.ts'

/** Part of a shared account that this process knows and holds. */
export interface Share {
  /** Account at the last read or write of the store. */
  stored: Account
  /** Revision of the stored account; 0 if there is none, or if it is unknown. */
  revision: number
  /** Points that other processes hold, and the part of their running requests. */
  others: number
  othersRunning: number
  /** Used points of the window, with settlements here since the last write, and the end of the window. */
  used: number
  until: number
  /** Points of running requests. */
  running: number
  /** Points that were settled here in this window and not yet written. */
  unwritten: number
  /** Points that may be running or unwritten without a step at the store; 0: each step is taken there. */
  leased: number
  /** Points and limit of the last reservation at the store, and time of the last reservation. */
  size: number
  limit: number
  usedAt: number
  /** Time of the last news from the store. */
  seenAt: number
  /** Times of the last write to the store, and of the last recall of leases, in milliseconds since the epoch. */
  writtenAt: number
  recalledAt: number
  /** Processes that did not answer a recall, with the ends of their leases. */
  readonly silent: Map<string, number>
}

export function createShare(): Share {
  return {
    stored: emptyAccount,
    revision: 0,
    others: 0,
    othersRunning: 0,
    used: 0,
    until: 0,
    running: 0,
    unwritten: 0,
    leased: 0,
    size: 0,
    limit: 0,
    usedAt: 0,
    seenAt: 0,
    writtenAt: 0,
    recalledAt: 0,
    silent: new Map(),
  }
}

/** Account as the store would have it with all local news: a window that began here counts where no process wrote another. */
function windowOf({ stored, until }: Share, now: number, { beginsEmpty }: AccountRules): Account {
  return beginsEmpty && stored.until <= now && until > now ? { ...stored, points: 0, until } : stored
}

/** Takes over the stored account. */
export function adoptStored(share: Share, process: string, now: number, rules: AccountRules): void {
  const { points, until, held } = windowOf(share, now, rules)
  share.until = until
  share.seenAt = now
  share.used = until > now ? points + share.unwritten : points
  share.others = 0
  share.othersRunning = 0
  for (const [name, [leased, end, running = leased]] of Object.entries(held)) {
    if (name === process || end <= now) continue
    share.others += leased
    share.othersRunning += running
  }
}

/** Drops the used points of a window that is over. */
export function dropOldWindow(share: Share, now: number): void {
  if (share.until > now) return
  share.used = 0
  share.unwritten = 0
}

/** Milliseconds for which a limit counts as used up without a look at the store. */
const usedUpFor = 1_000

/** Takes a step within the lease, or answers a look at a used-up limit; undefined for a step that the store must take. */
export function takeOfLease(share: Share, step: AccountStep, now: number, rules: AccountRules): AccountState | undefined {
  if (share.leased === 0) return step.type === 'look' && isUsedUp(share, now) ? stateOf(share, now) : undefined
  if (step.type === 'begin' || !(rules.beginsEmpty || share.until > now)) return undefined
  dropOldWindow(share, now)
  if (step.type === 'reserve') {
    const running = share.running + step.points
    // Half of the lease's time is left for clocks that differ.
    if (now >= share.writtenAt + rules.lease / 2 || running + share.unwritten > share.leased) return undefined
    if (share.used + share.others + running > step.limit) return undefined
    share.running = running
    share.usedAt = now
  } else if (step.type === 'settle') {
    share.running = Math.max(0, share.running - step.reserved)
    share.unwritten += step.points
    share.used += step.points
  }
  if (share.until <= now && step.type !== 'look') share.until = now + rules.window
  return stateOf(share, now)
}

/** True if the limit is used up: within a window the used points never fall. */
function isUsedUp({ used, limit, until, seenAt }: Share, now: number): boolean {
  return limit > 0 && used >= limit && until > now && now - seenAt < usedUpFor
}

function stateOf({ used, running, othersRunning, stored, until }: Share, now: number): AccountState {
  return { done: true, known: true, used, held: running + othersRunning, settled: stored.settled, resetMs: Math.max(0, until - now) }
}

/** Milliseconds without a reservation after which a lease is given back: while requests run, and while none does. */
const idleRunning = 3_000
const idleEmpty = 1_000

/** True if a lease should be given back. */
export function isIdle({ running, usedAt }: Share, now: number): boolean {
  return now - usedAt >= (running > 0 ? idleRunning : idleEmpty)
}

/** Milliseconds for which no process leases of an account after a step found no room in it. */
const exactFor = 60_000

/** Input of a turn at the store. */
export interface TurnOrder {
  readonly steps: readonly AccountStep[]
  /** Time for each step until which it may wait for leased room, in milliseconds since the epoch. */
  readonly deadlines: readonly number[]
  /** True if an existing lease goes on; else only a reservation makes one. */
  readonly keepsLease: boolean
  /** True to hold no lease, also no existing one. */
  readonly exact: boolean
  /** True to write the state to the store even if no step changes it. */
  readonly flushes: boolean
}

/** Result of a turn, valid if the store takes it. */
export interface Turn {
  readonly account: Account
  /** States after the steps; undefined for a step that waits for leased room. */
  readonly states: readonly (AccountState | undefined)[]
  /** False if nothing changes. */
  readonly writes: boolean
  /** True if other processes are asked to give back their leases. */
  readonly recalls: boolean
  /** Points by which running requests hold more. */
  readonly more: number
  readonly settling: number
  readonly leased: number
  /** Ends of other processes' leases, by process. */
  readonly leases: ReadonlyMap<string, number>
}

/** Computes a turn from the stored account; changes the share only by dropping an old window. */
export function planTurn(share: Share, process: string, order: TurnOrder, now: number, rules: AccountRules): Turn {
  dropOldWindow(share, now)
  const { unwritten: settling, running } = share
  const { steps } = order
  const settlement: readonly AccountStep[] = settling > 0 ? [{ type: 'settle', reserved: 0, points: settling }] : []
  const taken = takeSteps(windowOf(share, now, rules), process, running, [...settlement, ...steps], now, rules)
  const found = taken.states.slice(settlement.length)
  const leases = leasesOf(taken.account, process)
  const isReachable = [...leases].some(([name, end]) => share.silent.get(name) !== end)
  const states = found.map((state, index) => {
    const step = steps[index]
    const waits = isReachable && step?.type === 'reserve' && isFull(state, step.limit) && now < (order.deadlines[index] ?? 0)
    return waits ? undefined : state
  })
  const waiting = states.includes(undefined)
  // Renewed in time for the steps that go on waiting.
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
    writes: order.flushes || settling > 0 || marks || isMoved || !isSame(entry, share.stored.held[process]),
    recalls: waiting,
    more: taken.own - running,
    settling,
    leased,
    leases,
  }
}

function leasesOf({ held }: Account, process: string): ReadonlyMap<string, number> {
  const leases = new Map<string, number>()
  for (const [name, [, end, running]] of Object.entries(held)) if (name !== process && running !== undefined) leases.set(name, end)
  return leases
}

/** True if points are left, but other processes hold them. */
function isFull({ done, known, used }: AccountState, limit: number): boolean {
  return !done && known && used < limit
}

/** Points to lease beyond those of running requests: half of the room, if another request fits into it. */
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
  const extra = reserves ? Math.floor(room / 2) : keepsLease ? Math.min(share.leased - share.unwritten - share.running, room) : 0
  return extra >= size ? Math.max(0, extra) : 0
}

function isSame(one: Held | undefined, other: Held | undefined): boolean {
  return one?.[0] === other?.[0] && one?.[2] === other?.[2]
}

/** Name of an account whose holders are the names of accounts with recalled leases, so that one read tells of all. */
const place = 'recalls'

/** Milliseconds for which a recall is kept; processes with leases read it several times a second. */
const remembered = 5_000

export async function readRecalls(store: AccountStore, now: number): Promise<ReadonlySet<string>> {
  const stored = await store.read(place)
  return new Set(Object.entries(stored?.account.held ?? {}).flatMap(([name, [, until]]) => (until > now ? [name] : [])))
}

/** Asks all processes with a lease of this account to give it back. */
export async function recall(store: AccountStore, name: string, now: number): Promise<void> {
  const until = now + remembered
  for (;;) {
    const stored = await store.read(place)
    const held: Record<string, Held> = { [name]: [0, until] }
    for (const [other, entry] of Object.entries(stored?.account.held ?? {})) if (other !== name && entry[1] > now) held[other] = entry
    if (await store.replace(place, { ...emptyAccount, held }, stored?.revision ?? 0, until)) return
  }
}
