import type { Outage } from '@interlingua/access'
import { type ConcurrencyQueue, createConcurrencyQueue, type QueueOptions } from '@interlingua/upstreams'
import type { Link } from './link.ts'
import type { PrimaryCalls, QueueState } from './protocol.ts'
import { replyTimeout } from './shared-limits.ts'

export interface SharedQueue extends ConcurrencyQueue {
  /** Takes what the primary process tells of a ticket that waited. */
  change(ticket: number, state: 'go' | 'full'): void
}

interface Waiter {
  readonly go: () => void
  readonly full: () => void
}

/**
 * Creates a worker's side of a queue: places at the upstream are given out by the primary process, to all workers. While it does not answer, the
 * worker gives out as many by itself.
 */
export function createSharedQueue(id: string, options: QueueOptions, link: Link<PrimaryCalls>, outage: Outage): SharedQueue {
  const own = createConcurrencyQueue(options)
  const waiting = new Map<number, Waiter>()
  /** Tickets with a place of the primary process. */
  const places: number[] = []
  let last = 0

  function settle(ticket: number, state: QueueState): void {
    const waiter = waiting.get(ticket)
    if (waiter === undefined || state === 'wait') return
    waiting.delete(ticket)
    if (state === 'full') return waiter.full()
    places.push(ticket)
    waiter.go()
  }

  async function request(ticket: number, alone: () => void): Promise<void> {
    try {
      const state = await link.request('enterQueue', [id, options, ticket], replyTimeout)
      outage.note(true)
      settle(ticket, state)
    } catch {
      outage.note(false)
      // The ticket is given back, whatever the primary process makes of it.
      link.send('leaveQueue', id, ticket)
      if (waiting.delete(ticket)) alone()
    }
  }

  return {
    change: settle,
    get running() {
      return places.length + own.running
    },
    get waiting() {
      return waiting.size + own.waiting
    },
    enter(go, full) {
      if (!outage.mayTry()) return own.enter(go, full)
      const ticket = ++last
      let stepOut = (): void => {
        if (waiting.delete(ticket)) link.send('leaveQueue', id, ticket)
      }
      waiting.set(ticket, { go, full })
      void request(ticket, () => {
        stepOut = own.enter(go, full)
      })
      return () => stepOut()
    },
    leave() {
      // Places are alike, so any one is given back.
      const ticket = places.pop()
      if (ticket === undefined) own.leave()
      else link.send('leaveQueue', id, ticket)
    },
  }
}
