import { createPlaces, openMemoryAccounts, openMemoryCounters } from '@interlingua/access'
import type { Handlers } from './link.ts'
import type { PrimaryCalls } from './protocol.ts'

type CountCalls = Pick<PrimaryCalls, 'addRequests' | 'readRequests' | 'readAccount' | 'replaceAccount' | 'takePlace' | 'leavePlace'>

/** Counts of the primary process, for all workers. */
export interface Counts {
  /** Answers of one worker's calls. */
  handlersOf(worker: number): Handlers<CountCalls>
  /** Gives back the places of a worker that has ended. Its leases end by themselves. */
  drop(worker: number): void
}

/** Creates the counts of rates, of accounts of tokens and money, and of places. */
export function createCounts(): Counts {
  const { requests } = openMemoryCounters()
  const accounts = openMemoryAccounts()
  const places = createPlaces()
  /** Functions that give places back, by worker and name. */
  const taken = new Map<number, Map<string, (() => void)[]>>()

  return {
    handlersOf(worker) {
      const own = new Map<string, (() => void)[]>()
      taken.set(worker, own)
      return {
        addRequests: (name, points) => requests.add(name, points),
        readRequests: async (name) => (await requests.read(name)) ?? null,
        readAccount: async (name) => (await accounts.read(name)) ?? null,
        replaceAccount: (name, account, revision, expiresAt) => accounts.replace(name, account, revision, expiresAt),
        takePlace(name, limit) {
          const leave = places.take(name, limit)
          if (leave === undefined) return false
          const known = own.get(name)
          if (known === undefined) own.set(name, [leave])
          else known.push(leave)
          return true
        },
        leavePlace(name) {
          const known = own.get(name)
          known?.pop()?.()
          if (known?.length === 0) own.delete(name)
        },
      }
    },
    drop(worker) {
      for (const leaves of taken.get(worker)?.values() ?? []) for (const leave of leaves) leave()
      taken.delete(worker)
    },
  }
}
