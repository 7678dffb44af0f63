import { randomUUID } from 'node:crypto'
import { type AccountRules, type AccountState, type AccountStep, type AccountStore, takeSteps } from './account.ts'
import type { Outage } from './fallback.ts'
import { createShare, dropOldWindow, isIdle, readRecalls, type Share, takeOfLease, type Turn } from './lease.ts'
import type { Accounts } from './accounts.ts'
import { takeTurn } from './take-turn.ts'

export interface SharedAccountsOptions {
  readonly store: AccountStore
  readonly outage: Outage
}

/** Step that is taken at the store, and the time until which it may wait for room. */
interface Asked {
  readonly step: AccountStep
  readonly deadline: number
  readonly done: (state: AccountState) => void
}

interface Entry extends Share {
  readonly name: string
  asked: Asked[]
  /** Steps that wait for room that other processes lease. */
  short: Asked[]
  retry: NodeJS.Timeout | undefined
  /** True if the store is to be told the current state. */
  due: boolean
  busy: boolean
}

/** Largest number of accounts that are kept although no points are held. */
const mostIdle = 10_000
/** Milliseconds between two looks for recalled leases. */
const beat = 150
/** Milliseconds after which the store is told of settlements. */
const interval = 1_000
/** Milliseconds for which a request waits for leased room, and between two looks for it. */
const longestWaitMs = 1_000
const pause = 50
/** Number of accounts that are written to the store at once. */
const abreast = 4

/**
 * Counts in a store that several processes use. A process leases more points than its running requests need, admits and settles requests within the
 * lease, and writes to the store in intervals. A process without room recalls the leases of the others; then for a while all of them take each step
 * at the store, several steps at once.
 */
export function createSharedAccounts(rules: AccountRules, { store, outage }: SharedAccountsOptions): Accounts {
  const process = randomUUID().slice(0, 8)
  const entries = new Map<string, Entry>()
  /** Accounts with held points, or with settlements that the store was not told. */
  const active = new Set<Entry>()
  let timer: NodeJS.Timeout | undefined
  let closed = false

  function entryOf(name: string): Entry {
    let entry = entries.get(name)
    if (entry === undefined) {
      if (entries.size >= mostIdle) forgetIdle()
      entry = { ...createShare(), name, asked: [], short: [], retry: undefined, due: false, busy: false }
      entries.set(name, entry)
    }
    return entry
  }

  /** Drops accounts whose window is over and in which no points are held. */
  function forgetIdle(): void {
    const now = Date.now()
    for (const [name, entry] of entries)
      if (!isActive(entry) && !entry.busy && entry.retry === undefined && entry.until <= now) entries.delete(name)
  }

  function enqueue(entry: Entry, step: AccountStep, until: number): Promise<AccountState> {
    return new Promise((done) => {
      entry.asked.push({ step, deadline: until, done })
      if (!entry.busy) void run(entry)
    })
  }

  /** Takes steps at the store until none is waiting. */
  async function run(entry: Entry): Promise<void> {
    entry.busy = true
    while (entry.asked.length > 0 || entry.due) await runOnce(entry)
    entry.busy = false
    if (entry.short.length > 0) entry.retry ??= setTimeout(() => retry(entry), pause)
    if (!isActive(entry)) return
    active.add(entry)
    schedule()
  }

  async function runOnce(entry: Entry): Promise<void> {
    const batch = [...entry.short, ...entry.asked]
    const flushes = entry.due
    entry.short = []
    entry.asked = []
    entry.due = false
    const states = (outage.mayTry() ? await takeShared(entry, batch, flushes) : undefined) ?? takeHere(entry, batch)
    for (const [index, asked] of batch.entries()) {
      const state = states[index]
      if (state === undefined) entry.short.push(asked)
      else asked.done(state)
    }
  }

  /** Takes steps at the store; undefined if it does not answer. */
  async function takeShared(entry: Entry, batch: readonly Asked[], flushes: boolean): Promise<Turn['states'] | undefined> {
    const steps = batch.map(({ step }) => step)
    const order = { steps, deadlines: batch.map((asked) => asked.deadline), exact: closed, flushes }
    try {
      const states = await takeTurn(store, entry.name, entry, process, order, rules)
      outage.note(true)
      return states
    } catch {
      outage.note(false)
      return undefined
    }
  }

  function takeHere(entry: Entry, batch: readonly Asked[]): readonly AccountState[] {
    const steps = batch.map(({ step }) => step)
    return takeAlone(entry, process, steps, Date.now(), rules)
  }

  function retry(entry: Entry): void {
    entry.retry = undefined
    if (!entry.busy) void enqueue(entry, { type: 'look' }, 0)
  }

  function schedule(): void {
    if (!closed && active.size > 0) timer ??= setTimeout(() => void look(), beat).unref()
  }

  /** Looks for recalled leases, and writes due accounts to the store. */
  async function look(): Promise<void> {
    const recalled = await readWanted()
    const now = Date.now()
    const due: Entry[] = []
    for (const entry of active) {
      if (!isActive(entry)) active.delete(entry)
      else if (!entry.busy && isDue(entry, recalled, now)) due.push(entry)
    }
    for (let from = 0; from < due.length && !closed; from += abreast) await Promise.all(due.slice(from, from + abreast).map(flush))
    timer = undefined
    schedule()
  }

  async function readWanted(): Promise<ReadonlySet<string>> {
    const leases = [...active].some(({ leased }) => leased > 0)
    if (!leases || !outage.mayTry()) return new Set()
    try {
      const recalled = await readRecalls(store, Date.now())
      outage.note(true)
      return recalled
    } catch {
      outage.note(false)
      return new Set()
    }
  }

  function isDue(entry: Entry, recalled: ReadonlySet<string>, now: number): boolean {
    const since = now - entry.writtenAt
    if (since >= rules.lease / 4 || (since >= interval && entry.unwritten > 0)) return true
    return entry.leased > 0 && (recalled.has(entry.name) || isIdle(entry, now))
  }

  /** Writes the state to the store. Resolves when that and all earlier steps are done. */
  function flush(entry: Entry): Promise<unknown> {
    entry.due = true
    return enqueue(entry, { type: 'look' }, 0)
  }

  return {
    take(name, step) {
      const entry = entryOf(name)
      const now = Date.now()
      const state = takeOfLease(entry, step, now, rules)
      if (state === undefined) return enqueue(entry, step, now + longestWaitMs)
      // Written at once if more points were settled than leased, or if a step waits for the freed room.
      if (step.type === 'settle' && (entry.running + entry.unwritten > entry.leased || entry.short.length > 0)) void flush(entry)
      return state
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await Promise.all(
        [...entries.values()].map((entry) => (entry.leased > 0 || entry.unwritten > 0 || entry.busy ? flush(entry) : undefined)),
      )
    },
  }
}

function isActive({ leased, running, unwritten }: Share): boolean {
  return leased > 0 || running > 0 || unwritten > 0
}

/** Takes steps locally while the store does not answer. */
function takeAlone(
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
    if (step.type === 'settle' && states[index]?.known === true) share.unwritten += step.points
    if (step.type === 'reserve' && states[index]?.done === true) share.usedAt = now
  }
  return states
}
