import { emptyAccount, type Account } from './account.ts'

/** What this process knows and holds of a shared account. */
export interface Share {
  /** As the store had it last. */
  stored: Account
  /** Of the account in the store; 0: it is not there, or nobody knows. */
  revision: number
  /** What others hold, and of that what their running requests do. */
  others: number
  othersRunning: number
  /** Used in the window, with what was settled here since it was stored, and the end of the window. */
  used: number
  until: number
  /** Points of running requests. */
  running: number
  /** Points that were settled here in this window, of which the store has not heard. */
  untold: number
  /** What may be running and untold without asking the store. 0: each step is taken there. */
  leased: number
  /** Points and limit of the last reservation at the store, and when something was reserved last. */
  size: number
  limit: number
  usedAt: number
  /** When it was last known what the store has. */
  seenAt: number
  /** When the store was last told what is held, and when others were last asked for leases. Times are in milliseconds since the epoch. */
  toldAt: number
  recalledAt: number
  /** Processes that were asked to give their leases back and did not, with the ends of these leases. */
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
    untold: 0,
    leased: 0,
    size: 0,
    limit: 0,
    usedAt: 0,
    seenAt: 0,
    toldAt: 0,
    recalledAt: 0,
    silent: new Map(),
  }
}
