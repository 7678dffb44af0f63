import { createPlaces, type KeyCounters, type Outage, type Places, type SharedLimits } from '@interlingua/access'
import type { Link } from './link.ts'
import type { PrimaryCalls } from './protocol.ts'

/** Milliseconds that a worker waits for the primary process before it counts by itself. */
export const replyTimeout = { timeoutMs: 50 } as const

/** Limits of a worker: the primary process counts for all workers, and while it does not answer, the worker counts by itself. */
export function createSharedLimits(link: Link<PrimaryCalls>, outage: Outage): SharedLimits {
  const counters: KeyCounters = {
    kind: 'process',
    requests: {
      add: (name, points) => link.request('addRequests', [name, points], replyTimeout),
      read: async (name) => (await link.request('readRequests', [name], replyTimeout)) ?? undefined,
    },
    accounts: {
      read: async (name) => (await link.request('readAccount', [name], replyTimeout)) ?? undefined,
      replace: (name, account, revision, expiresAt) => link.request('replaceAccount', [name, account, revision, expiresAt], replyTimeout),
    },
    close: () => Promise.resolve(),
  }
  return { counters, places: createSharedPlaces(link, outage), outage }
}

function createSharedPlaces(link: Link<PrimaryCalls>, outage: Outage): Places {
  const own = createPlaces()

  async function request(name: string, limit: number): Promise<(() => void) | undefined> {
    const leave = (): void => link.send('leavePlace', name)
    try {
      // A place that is given after the wait is not used.
      const taken = await link.request('takePlace', [name, limit], { ...replyTimeout, late: (late) => late && leave() })
      outage.note(true)
      return taken ? leave : undefined
    } catch {
      outage.note(false)
      return own.take(name, limit)
    }
  }

  return { take: (name, limit) => (outage.mayTry() ? request(name, limit) : own.take(name, limit)) }
}
