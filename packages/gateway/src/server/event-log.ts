/** Most characters of a log. What is longer is not kept, and cannot be resumed before its answer is done. */
const longestLog = 16_000_000
/** Events of an answer that runs in the background, from the first on. */
export interface EventLog {
  /** Events as they are written to clients; empty once the log is too long. */
  readonly events: readonly string[]
  readonly tooLong: boolean
  /** `whole`: no event follows; `broken`: the answer was ended in the middle. */
  readonly state: 'running' | 'whole' | 'broken'
  push(event: string): void
  /** Tells those who read along that the answer still runs. */
  signal(): void
  end(broken: boolean): void
  /** Calls `listener` after each change, and with true for a keep-alive; returns a function that ends that. */
  watch(listener: (signal: boolean) => void): () => void
}

export function createEventLog(): EventLog {
  let events: string[] = []
  let length = 0
  let tooLong = false
  let state: EventLog['state'] = 'running'
  const listeners = new Set<(signal: boolean) => void>()
  const notify = (signal: boolean): void => {
    for (const listener of listeners) listener(signal)
  }
  return {
    get events() {
      return events
    },
    get tooLong() {
      return tooLong
    },
    get state() {
      return state
    },
    push(event) {
      if (tooLong || state !== 'running') return
      length += event.length
      if (length > longestLog) {
        tooLong = true
        events = []
      } else events.push(event)
      notify(false)
    },
    signal: () => notify(true),
    end(broken) {
      if (state !== 'running') return
      state = broken ? 'broken' : 'whole'
      notify(false)
    },
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
