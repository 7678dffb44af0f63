import type { ConsoleEvent, Topic } from '@interlingua/console/api'
import { createParser } from 'eventsource-parser'
import { callApi } from '../api/call.ts'
import { CallFailure } from '../api/call-failure.ts'
import { noteGone, noteReached } from '../api/connection.ts'

export interface EventStreamOptions {
  readonly topics: readonly Topic[]
  /** Takes an event. */
  readonly onEvent: (event: ConsoleEvent) => void
  /** Called if events may have been missed, so that everything has to be read anew. */
  readonly onReset: () => void
}

export interface EventStream {
  /** Tries at once, where the next try would come later. */
  retry(): void
  close(): void
}

/** Milliseconds between tries: doubled after each, from the first to the last. */
const firstWait = 1_000
const lastWait = 30_000
/** Milliseconds without a byte after which the connection counts as broken: the gateway sends a comment every 15 s. */
const silence = 40_000

const resetName = 'reset'

/**
 * Reads the events of the gateway, and connects again when the connection breaks. A hidden tab is not connected. `EventSource` will not do, since it
 * sends no headers.
 */
export function openEventStream({ topics, onEvent, onReset }: EventStreamOptions): EventStream {
  let lastId: string | undefined
  let wait = firstWait
  let timer: ReturnType<typeof setTimeout> | undefined
  let current: AbortController | undefined
  let closed = false
  /** True after a break, in which the gateway may have been started anew and count from 1 again. */
  let broken = false

  async function connect(): Promise<void> {
    clearTimeout(timer)
    if (closed || document.hidden || current) return
    const controller = new AbortController()
    current = controller
    try {
      await read(controller)
      if (controller.signal.aborted) return
      retryLater(firstWait)
    } catch (error) {
      if (controller.signal.aborted && !(error instanceof SilenceError)) return
      const facts = error instanceof CallFailure ? error.facts : undefined
      // A sign-in that ended, or that sees no events, does not see them later either.
      if (facts?.status === 401 || facts?.status === 403) return
      retryLater(facts?.retryAfter === undefined ? wait : facts.retryAfter * 1000, facts?.status === undefined)
      wait = Math.min(lastWait, wait * 2)
    } finally {
      if (current === controller) current = undefined
    }
  }

  function retryLater(millis: number, gone = true): void {
    broken = true
    if (gone) noteGone(Date.now() + millis)
    else noteReached(false)
    timer = setTimeout(() => void connect(), millis)
  }

  async function read(controller: AbortController): Promise<void> {
    const response = await callApi('GET', `/events?topics=${topics.join(',')}`, {
      signal: controller.signal,
      headers: { accept: 'text/event-stream', ...(lastId !== undefined && { 'last-event-id': lastId }) },
    })
    noteReached(true)
    wait = firstWait
    // Without a number of an event the gateway cannot tell what came between the page's first calls, or its last event, and now.
    if (broken || lastId === undefined) onReset()
    broken = false
    const parser = createParser({
      onEvent({ id, event, data }) {
        if (id !== undefined) lastId = id
        if (event === resetName) return onReset()
        // The gateway that serves this page has the same version, and so the types of its events.
        onEvent({ topic: event, data: JSON.parse(data) } as ConsoleEvent)
      },
    })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    if (!reader) return
    for (;;) {
      const { done, value } = await withinTime(reader.read(), controller)
      if (done) return
      parser.feed(value)
    }
  }

  function follow(): void {
    if (document.hidden) {
      clearTimeout(timer)
      current?.abort()
      current = undefined
      noteReached(false)
    } else void connect()
  }

  document.addEventListener('visibilitychange', follow)
  void connect()
  return {
    retry() {
      wait = firstWait
      void connect()
    },
    close() {
      closed = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', follow)
      current?.abort()
    },
  }
}

/** The connection is open, and nothing comes. */
class SilenceError extends Error {}

async function withinTime<Value>(waited: Promise<Value>, controller: AbortController): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new SilenceError())
      controller.abort()
    }, silence)
  })
  try {
    return await Promise.race([waited, late])
  } finally {
    clearTimeout(timer)
  }
}
