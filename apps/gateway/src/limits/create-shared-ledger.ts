import { randomUUID } from 'node:crypto'
import type { AccountStore } from './account-store.ts'
import { takeSteps, type AccountRules, type AccountState, type AccountStep } from './account.ts'
import type { Outage } from './create-outage.ts'
import { isIdle } from './is-idle.ts'
import type { Ledger } from './ledger.ts'
import type { Turn } from './plan-turn.ts'
import { readRecalls } from './recalls.ts'
import { dropOldWindow } from './share-window.ts'
import { createShare, type Share } from './share.ts'
import { takeOfLease } from './take-of-lease.ts'
import { takeTurn } from './take-turn.ts'

export interface SharedAccounts {
  readonly store: AccountStore
  readonly outage: Outage
}

/** A step that is for the store, and until when it may wait for room. */
interface Asked {
  readonly step: AccountStep
  readonly patience: number
  readonly done: (state: AccountState) => void
}

interface Entry extends Share {
  readonly name: string
  asked: Asked[]
  /** Steps that wait for room that others lease. */
  short: Asked[]
  retry: NodeJS.Timeout | undefined
  /** The store is to be told how it stands. */
  due: boolean
  busy: boolean
}

/** Entries that are kept although nothing is held. */
const mostIdle = 10_000
/** Milliseconds between two looks at what others want back. */
const beat = 150
/** Milliseconds after which the store is told what was settled. */
const interval = 1_000
/** Milliseconds for which a request waits for room that others lease, and between two looks whether it is there. */
const patience = 1_000
const pause = 50
/** Accounts of which the store is told at once. */
const abreast = 4

/**
 * Counts in a store that several processes use. A process holds more there than its running requests need: of such a lease requests are
 * admitted and settled here, and the store hears of it in intervals. Who finds no room asks the others to give back what no running request
 * holds; then for a while all of them take each step at the store, those together that come while it is asked.
 */
export function createSharedLedger(rules: AccountRules, { store, outage }: SharedAccounts): Ledger {
  const process = randomUUID().slice(0, 8)
  const entries = new Map<string, Entry>()
  /** Those of which something is held, or was not told. */
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

  /** Windows that are over, of which nothing is held. */
  function forgetIdle(): void {
    const now = Date.now()
    for (const [name, entry] of entries)
      if (!isActive(entry) && !entry.busy && entry.retry === undefined && entry.until <= now) entries.delete(name)
  }

  function ask(entry: Entry, step: AccountStep, until: number): Promise<AccountState> {
    return new Promise((done) => {
      entry.asked.push({ step, patience: until, done })
      if (!entry.busy) void run(entry)
    })
  }

  /** Takes what is asked for until nothing is. */
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
    const tells = entry.due
    entry.short = []
    entry.asked = []
    entry.due = false
    const states = (outage.mayTry() ? await takeShared(entry, batch, tells) : undefined) ?? takeHere(entry, batch)
    for (const [index, asked] of batch.entries()) {
      const state = states[index]
      if (state === undefined) entry.short.push(asked)
      else asked.done(state)
    }
  }

  /** Nothing where the store does not answer. */
  async function takeShared(entry: Entry, batch: readonly Asked[], tells: boolean): Promise<Turn['states'] | undefined> {
    const steps = batch.map(({ step }) => step)
    const order = { steps, patience: batch.map((asked) => asked.patience), exact: closed, tells }
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
    if (!entry.busy) void ask(entry, { type: 'look' }, 0)
  }

  function schedule(): void {
    if (!closed && active.size > 0) timer ??= setTimeout(() => void look(), beat).unref()
  }

  /** Looks at what others want back, and tells the store what is due. */
  async function look(): Promise<void> {
    const recalled = await readWanted()
    const now = Date.now()
    const due: Entry[] = []
    for (const entry of active) {
      if (!isActive(entry)) active.delete(entry)
      else if (!entry.busy && isDue(entry, recalled, now)) due.push(entry)
    }
    for (let from = 0; from < due.length && !closed; from += abreast) await Promise.all(due.slice(from, from + abreast).map(tell))
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
    const since = now - entry.toldAt
    if (since >= rules.lease / 4 || (since >= interval && entry.untold > 0)) return true
    return entry.leased > 0 && (recalled.has(entry.name) || isIdle(entry, now))
  }

  /** Resolves when the store was told, of what was asked before, too. */
  function tell(entry: Entry): Promise<unknown> {
    entry.due = true
    return ask(entry, { type: 'look' }, 0)
  }

  return {
    take(name, step) {
      const entry = entryOf(name)
      const now = Date.now()
      const state = takeOfLease(entry, step, now, rules)
      if (state === undefined) return ask(entry, step, now + patience)
      // More was taken than was held, or somebody waits for what was freed.
      if (step.type === 'settle' && (entry.running + entry.untold > entry.leased || entry.short.length > 0)) void tell(entry)
      return state
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await Promise.all(
        [...entries.values()].map((entry) => (entry.leased > 0 || entry.untold > 0 || entry.busy ? tell(entry) : undefined)),
      )
    },
  }
}

function isActive({ leased, running, untold }: Share): boolean {
  return leased > 0 || running > 0 || untold > 0
}

/** Takes steps where the store does not answer. */
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
    if (step.type === 'settle' && states[index]?.known === true) share.untold += step.points
    if (step.type === 'reserve' && states[index]?.done === true) share.usedAt = now
  }
  return states
}
