import { randomUUID } from 'node:crypto'
import { emptyAccount, takeSteps, type Account, type AccountRules, type AccountState, type AccountStep } from './account.ts'
import type { AccountStore } from './account-store.ts'
import type { Outage } from './create-outage.ts'

/** Accounts by name. Steps are taken at once where accounts are in memory. Never rejects. */
export interface Ledger {
  take(name: string, step: AccountStep): AccountState | Promise<AccountState>
  /** Nothing more is said of what this process holds. */
  close(): void
}

export interface SharedAccounts {
  readonly store: AccountStore
  readonly outage: Outage
}

/** What this process knows of an account. */
interface Entry {
  account: Account
  /** Of the account in the shared store; 0: it is not there. */
  revision: number
  own: number
  /** When the store was last told what is held, in milliseconds since the epoch. */
  toldAt: number
  waiting: { readonly step: AccountStep; readonly done: (state: AccountState) => void }[]
  running: boolean
}

/** Entries that are kept although nothing is held. */
const mostIdle = 10_000

/**
 * Counts in memory; with `shared` in a store that several processes use. The steps that come while the store is asked are taken together,
 * by one compare and set: the store decides which process was first, and the other one takes its steps anew on what is there then.
 */
export function createLedger(rules: AccountRules, shared?: SharedAccounts): Ledger {
  const process = randomUUID().slice(0, 8)
  const entries = new Map<string, Entry>()
  const beat = shared && setInterval(renew, Math.max(100, rules.lease / 3)).unref()

  function entryOf(name: string): Entry {
    let entry = entries.get(name)
    if (entry === undefined) {
      if (entries.size >= mostIdle) forgetIdle()
      entry = { account: emptyAccount, revision: 0, own: 0, toldAt: 0, waiting: [], running: false }
      entries.set(name, entry)
    }
    return entry
  }

  /** Windows that are over, of which nothing is held. */
  function forgetIdle(): void {
    const now = Date.now()
    for (const [name, { account, own, running }] of entries) if (own === 0 && !running && account.until <= now) entries.delete(name)
  }

  function takeNow(entry: Entry, steps: readonly AccountStep[]): readonly AccountState[] {
    const taken = takeSteps(entry.account, process, entry.own, steps, Date.now(), rules)
    entry.account = taken.account
    entry.own = taken.own
    return taken.states
  }

  async function run(name: string, entry: Entry, { store, outage }: SharedAccounts): Promise<void> {
    entry.running = true
    while (entry.waiting.length > 0) {
      const batch = entry.waiting
      entry.waiting = []
      const steps = batch.map(({ step }) => step)
      const states = (outage.mayTry() ? await takeShared(name, entry, steps, store, outage) : undefined) ?? takeNow(entry, steps)
      for (const [index, { done }] of batch.entries()) done(states[index] as AccountState) // one for each step
    }
    entry.running = false
  }

  /** Nothing where the store does not answer. */
  async function takeShared(
    name: string,
    entry: Entry,
    steps: readonly AccountStep[],
    store: AccountStore,
    outage: Outage,
  ): Promise<readonly AccountState[] | undefined> {
    try {
      const onlyLooks = steps.every(({ type }) => type === 'look')
      // What was written last by this process is probably what is there.
      for (let stale = onlyLooks || entry.revision === 0; ; stale = true) {
        if (stale) {
          const stored = await store.read(name)
          entry.account = stored?.account ?? emptyAccount
          entry.revision = stored?.revision ?? 0
        }
        const now = Date.now()
        const taken = takeSteps(entry.account, process, entry.own, steps, now, rules)
        if (!onlyLooks) {
          const expiresAt = Math.max(taken.account.until, now + rules.lease) + rules.window
          if (!(await store.replace(name, taken.account, entry.revision, expiresAt))) continue
          entry.account = taken.account
          entry.revision++
          entry.own = taken.own
          entry.toldAt = now
        }
        outage.note(true)
        return taken.states
      }
    } catch {
      outage.note(false)
      entry.revision = 0
      return undefined
    }
  }

  /** Says that this process lives, where it holds something. */
  function renew(): void {
    if (shared === undefined) return
    const now = Date.now()
    for (const [name, entry] of entries) {
      if (entry.own === 0 || entry.running || now - entry.toldAt < rules.lease / 4) continue
      entry.waiting.push({ step: { type: 'settle', reserved: 0, points: 0 }, done: () => {} })
      void run(name, entry, shared)
    }
  }

  return {
    take(name, step) {
      const entry = entryOf(name)
      if (shared === undefined) return takeNow(entry, [step])[0] as AccountState // one for each step
      return new Promise((done) => {
        entry.waiting.push({ step, done })
        if (!entry.running) void run(name, entry, shared)
      })
    },
    close: () => clearInterval(beat),
  }
}
