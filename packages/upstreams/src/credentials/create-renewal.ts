/** Credentials that may end. */
export interface Renewable {
  /** Milliseconds since 1970. Absent: they do not end. */
  readonly expiresAt?: number
}

/** Keeper of credentials that end. */
export interface Renewal<T extends Renewable> {
  /** Credentials that hold for now; a plain value while none need be fetched. */
  get(): T | Promise<T>
  /** Credentials that were fetched last. Absent: none yet. */
  readonly last: T | undefined
  /**
   * Drops credentials that a server refused. Returns false if they were fetched less than a minute ago, since new ones would be no better; others
   * have taken the place of older ones already.
   */
  drop(refused: T | undefined): boolean
}

/** Milliseconds before their end from which on credentials are renewed, and between two attempts at that. */
const early = 5 * 60_000
const pause = 10_000
const young = 60_000

/**
 * Keeps credentials and renews them five minutes before they end, or halfway through a shorter life, by one fetch at a time. Old ones are used
 * while new ones are fetched, and for as long as they hold if that fails.
 */
export function createRenewal<T extends Renewable>(fetch: () => Promise<T>, now: () => number): Renewal<T> {
  let last: T | undefined
  let fetchedAt = 0
  let nextTry = 0
  let running: Promise<T> | undefined
  let dropped = false

  function renew(): Promise<T> {
    running ??= fetch()
      .then((fresh) => {
        last = fresh
        fetchedAt = now()
        dropped = false
        return fresh
      })
      .finally(() => {
        nextTry = now() + pause
        running = undefined
      })
    return running
  }

  return {
    get last() {
      return last
    },
    get() {
      if (last === undefined || dropped) return renew()
      const { expiresAt } = last
      if (expiresAt === undefined) return last
      const time = now()
      if (time >= expiresAt) return renew()
      const renewAt = Math.max(expiresAt - early, (fetchedAt + expiresAt) / 2)
      // A failure shows when the old ones have ended.
      if (time >= renewAt && time >= nextTry) renew().catch(() => {})
      return last
    },
    drop(refused) {
      if (last === undefined) return false
      if (refused !== undefined && refused !== last) return true
      if (now() - fetchedAt < young) return false
      dropped = true
      return true
    },
  }
}
