import type { ConsoleEvent, Topic } from '../api/index.ts'

/** Event with its number, which grows by one. */
export interface NumberedEvent {
  readonly id: number
  readonly event: ConsoleEvent
}

/** Receiver of events. */
export type Listener = (event: NumberedEvent) => void

/** Hands events to the pages that are open, and keeps the latest for pages that lost their connection. */
export interface EventHub {
  /** True if anybody listens, so that an event is worth making. */
  readonly listening: boolean
  publish(event: ConsoleEvent): void
  /**
   * Adds a listener for topics. `lastId`: number of the last event that it has; it gets those after it at once. Returns undefined for `since` if some
   * of them are gone, so that it has to ask for everything anew.
   */
  subscribe(topics: ReadonlySet<Topic>, lastId: number | undefined, listener: Listener): Subscription
}

export interface Subscription {
  /** Events after `lastId`; undefined if some are gone. */
  readonly missed: readonly NumberedEvent[] | undefined
  end(): void
}

/** Number of events that are kept. */
const keptEvents = 1000

export function createEventHub(): EventHub {
  const listeners = new Map<Listener, ReadonlySet<Topic>>()
  const kept: NumberedEvent[] = []
  let last = 0
  /** True if events were left out because there was no listener: numbers before them are of no use. */
  let gap = false

  return {
    get listening() {
      return listeners.size > 0
    },
    publish(event) {
      if (listeners.size === 0) {
        gap = true
        return
      }
      const numbered = { id: ++last, event }
      kept.push(numbered)
      if (kept.length > 2 * keptEvents) kept.splice(0, keptEvents)
      for (const [listener, topics] of listeners) if (topics.has(event.topic)) listener(numbered)
    },
    subscribe(topics, lastId, listener) {
      // After a time without listeners an earlier number says nothing.
      if (listeners.size === 0 && gap) {
        kept.length = 0
        last++
        gap = false
      }
      const first = kept[0]?.id ?? last + 1
      const complete = lastId === undefined || (lastId <= last && lastId >= first - 1)
      const missed = complete ? kept.filter(({ id, event }) => lastId !== undefined && id > lastId && topics.has(event.topic)) : undefined
      listeners.set(listener, topics)
      return { missed, end: () => void listeners.delete(listener) }
    },
  }
}
