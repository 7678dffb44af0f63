import type { ConsoleEvent, Topic } from '../api/index.ts'

/** Event with its number, which grows by one. Events without a number are not kept for pages that lost their connection. */
export interface NumberedEvent {
  readonly id?: number
  readonly event: ConsoleEvent
}

/** Receiver of events. */
export type Listener = (event: NumberedEvent) => void

/** Hands events to the pages that are open, and keeps the latest for pages that lost their connection. */
export interface EventHub {
  /** True if anybody listens, at any process, so that an event is worth making. */
  readonly listening: boolean
  /** True if a page of this process listens. */
  readonly hasPages: boolean
  /** Tells the pages of all processes. */
  publish(event: ConsoleEvent): void
  /** Tells the pages of this process alone, and keeps nothing: for events that each process makes by itself. */
  show(event: ConsoleEvent): void
  /**
   * Adds a listener for topics. `lastId`: number of the last event that it has; it gets those after it at once. Returns undefined for `missed` if some
   * of them are gone, so that it has to ask for everything anew.
   */
  subscribe(topics: ReadonlySet<Topic>, lastId: number | undefined, listener: Listener): Subscription
}

export interface Subscription {
  /** Events after `lastId`; undefined if some are gone. */
  readonly missed: readonly NumberedEvent[] | undefined
  end(): void
}

/** Way to the other processes that serve on the same port, over the one that numbers events for all of them. */
export interface EventRelay {
  /** Tells that pages of this process listen, or no longer. */
  watch(on: boolean): void
  /** Sends an event to be numbered, and handed to all processes, this one among them. */
  report(event: ConsoleEvent): void
  /** Names what is to be called for the news of the other process, once. */
  connect(receiver: EventReceiver): void
}

export interface EventReceiver {
  /** Takes an event of any process, in the order of the numbers. */
  hear(id: number, event: ConsoleEvent): void
  /** Takes the news that pages of any process listen, or none any more. `last`: number before the next event. */
  heed(on: boolean, last: number): void
}

/** Number of events that are kept. */
const keptEvents = 1000

/** Creates the hub of a process. `relay`: absent if it serves alone. */
export function createEventHub(relay?: EventRelay): EventHub {
  const listeners = new Map<Listener, ReadonlySet<Topic>>()
  const kept: { readonly id: number; readonly event: ConsoleEvent }[] = []
  let last = 0
  /** True if events were left out because there was no listener: numbers before them are of no use. */
  let gap = false
  /** True if pages of any process listen, as far as this one was told. */
  let heeded = false

  function send(numbered: NumberedEvent): void {
    for (const [listener, topics] of listeners) if (topics.has(numbered.event.topic)) listener(numbered)
  }

  function keep(id: number, event: ConsoleEvent): void {
    last = id
    kept.push({ id, event })
    if (kept.length > 2 * keptEvents) kept.splice(0, keptEvents)
    send({ id, event })
  }

  relay?.connect({
    hear: keep,
    heed(on, number) {
      heeded = on
      // Numbers that were not heard, and those of an earlier time with pages, are of no use.
      if (number !== last) kept.length = 0
      last = number
    },
  })

  return {
    get listening() {
      return listeners.size > 0 || heeded
    },
    get hasPages() {
      return listeners.size > 0
    },
    publish(event) {
      if (relay) return heeded || listeners.size > 0 ? relay.report(event) : undefined
      if (listeners.size > 0) keep(last + 1, event)
      else gap = true
    },
    show(event) {
      send({ event })
    },
    subscribe(topics, lastId, listener) {
      // After a time without listeners an earlier number says nothing.
      if (!relay && listeners.size === 0 && gap) {
        kept.length = 0
        last++
        gap = false
      }
      // Events may have passed unheard while no page of any process listened.
      const known = relay === undefined || heeded
      const first = kept[0]?.id ?? last + 1
      const complete = lastId === undefined || (known && lastId <= last && lastId >= first - 1)
      const missed = complete ? kept.filter(({ id, event }) => lastId !== undefined && id > lastId && topics.has(event.topic)) : undefined
      listeners.set(listener, topics)
      if (listeners.size === 1) relay?.watch(true)
      return {
        missed,
        end() {
          if (listeners.delete(listener) && listeners.size === 0) relay?.watch(false)
        },
      }
    },
  }
}
