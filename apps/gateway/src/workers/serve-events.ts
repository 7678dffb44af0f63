import type { ConsoleEvent } from '@interlingua/console'
import type { Handlers } from './link.ts'
import type { PrimaryCalls } from './protocol.ts'

type EventCalls = Pick<PrimaryCalls, 'watchEvents' | 'reportEvent'>

/** Tells a worker; `to` absent: all of them. */
export interface EventNews {
  hear(id: number, event: ConsoleEvent): void
  heed(on: boolean, last: number, to?: number): void
}

/** Events of the console in the primary process, which numbers those of all workers while a page is open at any of them. */
export interface Events {
  handlersOf(worker: number): Handlers<EventCalls>
  /** Tells a worker that was started of the pages that are open. */
  join(worker: number): void
  /** Forgets the pages of a worker that has ended. */
  drop(worker: number): void
}

export function createEvents(news: EventNews): Events {
  const watching = new Set<number>()
  let last = 0

  function watch(worker: number, on: boolean): void {
    const before = watching.size > 0
    if (on) watching.add(worker)
    else watching.delete(worker)
    const after = watching.size > 0
    if (before === after) return
    // Events without pages are not reported, so that earlier numbers are of no use.
    if (after) last++
    news.heed(after, last)
  }

  return {
    handlersOf: (worker) => ({
      watchEvents: (on) => watch(worker, on),
      reportEvent(event) {
        if (watching.size > 0) news.hear(++last, event)
      },
    }),
    join: (worker) => news.heed(watching.size > 0, last, worker),
    drop: (worker) => watch(worker, false),
  }
}
