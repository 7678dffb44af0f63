/** What a key has used of one limit, and what running requests hold of it. Plain JSON: shared stores keep it as text. */
export interface Account {
  /** Used in this window. */
  readonly points: number
  /** When the window ends, in milliseconds since the epoch. Once it has, nothing is known of what was used. */
  readonly until: number
  /** Counts the settlements: a sum that was made elsewhere meanwhile is too old. */
  readonly settled: number
  /** By process. */
  readonly held: Readonly<Record<string, Held>>
  /** Until then no process holds more than its running requests. Absent: it may. */
  readonly exact?: number
}

/**
 * What a process holds, and until when that counts without a word of it. With `running` it is a lease: more than its running requests held
 * when it was written, to admit others without asking. Without, it is exactly what they hold, and each that ends is told at once.
 */
export type Held = readonly [points: number, until: number, running?: number]

/** What may be done with an account. */
export type AccountStep =
  | { readonly type: 'look' }
  | { readonly type: 'reserve'; readonly points: number; readonly limit: number }
  | { readonly type: 'settle'; readonly reserved: number; readonly points: number }
  /** What was used is known from elsewhere, as it was after so many settlements. */
  | { readonly type: 'begin'; readonly points: number; readonly settled: number }

/** How the account stands after a step. */
export interface AccountState {
  /** Of a reservation and of a beginning: whether it was done. */
  readonly done: boolean
  /** False: what was used must be asked for elsewhere, and `begin` be called. */
  readonly known: boolean
  readonly used: number
  /** By running requests of all processes; of what is refused: by the processes, leases among it. */
  readonly held: number
  readonly settled: number
  /** Milliseconds until the window ends. */
  readonly resetMs: number
}

export interface AccountRules {
  /** Milliseconds. */
  readonly window: number
  /** Milliseconds for which a reservation outlives the last word of its process. */
  readonly lease: number
  /** A new window begins with nothing used; else what was used must be asked for. */
  readonly beginsEmpty: boolean
}

export const emptyAccount: Account = { points: 0, until: 0, settled: 0, held: {} }

/**
 * Takes steps one after the other, for one process that holds `own` points of the account. A request is let through where its points fit
 * beside all that is used and held; and, whatever its points are, where something is left and no other request runs: else one that is
 * estimated at more than the whole limit could never run.
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
    // A process that has not been heard of for so long is dead. What it took of a lease, and did not tell, is known elsewhere or nowhere.
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
