import type { JsonObject } from '@interlingua/core'
import type { ApiKey, DocumentStore } from '@interlingua/store'

/** Usage of one limit of a key, with the reservations of running requests. Plain JSON, which shared stores keep as text. */
export interface Account {
  /** Points used in this window. */
  readonly points: number
  /** End of the window in milliseconds since the epoch; after it, the used points are unknown or 0. */
  readonly until: number
  /** Number of settlements, by which a sum from elsewhere is found to be too old. */
  readonly settled: number
  /** Points held by each process. */
  readonly held: Readonly<Record<string, Held>>
  /** Time until which no process holds a lease beyond its running requests. Absent: leases are allowed. */
  readonly exact?: number
}

/**
 * Points that a process holds, and the time until which they count without news of it. With `running` they are a lease: more than the running
 * requests held when it was written, to admit others locally. Without, they are exactly what running requests hold, and each end is written at once.
 */
export type Held = readonly [points: number, until: number, running?: number]

/** Operation on an account. */
export type AccountStep =
  | { readonly type: 'look' }
  | { readonly type: 'reserve'; readonly points: number; readonly limit: number }
  | { readonly type: 'settle'; readonly reserved: number; readonly points: number }
  /** Sets the used points from a sum made elsewhere, valid for the given number of settlements. */
  | { readonly type: 'begin'; readonly points: number; readonly settled: number }

/** State of an account after a step. */
export interface AccountState {
  /** True if a reservation or a beginning was carried out; true for other steps. */
  readonly done: boolean
  /** False if the used points are unknown, so that the caller must sum them elsewhere and take the step `begin`. */
  readonly known: boolean
  readonly used: number
  /** Points held by running requests of all processes; for a refused step, by all processes with their leases. */
  readonly held: number
  readonly settled: number
  /** Milliseconds until the window ends. */
  readonly resetMs: number
}

export interface AccountRules {
  /** Length of the window in milliseconds. */
  readonly window: number
  /** Milliseconds for which a reservation outlives the last news of its process. */
  readonly lease: number
  /** True if a new window begins with 0 used points; false if they must be summed elsewhere. */
  readonly beginsEmpty: boolean
}

export const emptyAccount: Account = { points: 0, until: 0, settled: 0, held: {} }

/**
 * Takes steps one after the other, for a process that holds `own` points. A request is admitted if its points fit beside all used and held ones; and
 * whatever its points, if some are left and no other request runs: else a request estimated above the whole limit could never run.
 */
export function takeSteps(
  account: Account,
  process: string,
  own: number,
  steps: readonly AccountStep[],
  now: number,
  { window, lease, beginsEmpty }: AccountRules,
): { readonly account: Account; readonly own: number; readonly states: readonly AccountState[] } {
  const { exact = 0 } = account
  let { points, until, settled } = account
  const held: Record<string, Held> = {}
  let others = 0
  let othersRunning = 0
  for (const [name, entry] of Object.entries(account.held)) {
    if (name === process) continue
    const [leased, end, running] = entry
    // A process without news for so long is dead. Points that it took of a lease and did not write are unknown here.
    if (end <= now) {
      if (running !== undefined && !beginsEmpty) until = 0
      continue
    }
    held[name] = entry
    others += leased
    othersRunning += running ?? leased
  }
  const known = (): boolean => beginsEmpty || until > now
  const states: AccountState[] = []
  if (until <= now) points = 0
  for (const step of steps) {
    let done = true
    switch (step.type) {
      case 'reserve': {
        const busy = others + own
        const fits = points + busy + step.points <= step.limit
        done = known() && points < step.limit && (fits || busy === 0)
        if (!done) break
        own += step.points
        if (until <= now) until = now + window
        break
      }
      case 'settle':
        own = Math.max(0, own - step.reserved)
        settled++
        if (!known()) break
        if (until <= now) until = now + window
        points += step.points
        break
      case 'begin':
        done = settled === step.settled && !known()
        if (!done) break
        points = step.points
        until = now + window
        break
      case 'look':
    }
    states.push({
      done,
      known: known(),
      used: points,
      held: own + (done ? othersRunning : others),
      settled,
      resetMs: Math.max(0, until - now),
    })
  }
  if (own > 0) held[process] = [own, now + lease]
  const kept: Account = { points, until, settled, held }
  return { account: exact > now ? { ...kept, exact } : kept, own, states }
}

/** Accounts that several gateways share. Methods reject if the store does not answer. */
export interface AccountStore {
  read(name: string): Promise<StoredAccount | undefined>
  /**
   * Compare and set: writes with the next revision if the stored account has this one (0: there is none). `expiresAt`: time from which on the account
   * counts as missing.
   */
  replace(name: string, account: Account, revision: number, expiresAt: number): Promise<boolean>
}

interface StoredAccount {
  readonly account: Account
  /** Number of the version, from 1. */
  readonly revision: number
}

/** Reservation of a request in the budget or token rate of its key, held until its usage is known. */
export interface Allowance {
  readonly key: ApiKey
  readonly tokensPerMinute?: number | undefined
  /** Arrival in milliseconds since the epoch, which decides the budget's period, as for its record. */
  readonly at: number
  /** Reserved tokens and money; absent while none are reserved. */
  reserved?: { readonly tokens: number; readonly micros: number }
  /** True once the usage was counted, even if it was 0. */
  settled: boolean
}

const kind = 'limit'

/** Stores accounts among the documents of the gateways' store: for SQLite, which several processes of one machine may use. */
export function documentsAccounts(documents: DocumentStore): AccountStore {
  return {
    async read(name) {
      // Read with the time 0, so that an expired account still gives its revision.
      const stored = await documents.get(kind, name, 0)
      return stored && { account: stored.body as unknown as Account, revision: stored.revision } // `replace` below writes accounts
    },
    replace(name, account, revision, expiresAt) {
      const body = account as unknown as JsonObject // an account consists of numbers, texts, lists and objects
      const document = { kind, id: name, owner: '', createdAt: Date.now(), expiresAt, body }
      return revision === 0 ? documents.insert({ ...document, revision: 1 }) : documents.replace({ ...document, revision })
    },
  }
}
