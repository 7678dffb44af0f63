/** Milliseconds between two trials of counters that failed: who hangs would make each request wait. */
const pause = 1_000

/** Whether shared counters answer. */
export interface Outage {
  /** Whether they may be asked now. */
  mayTry(): boolean
  /** They answered, or did not. */
  note(answered: boolean): void
}

/** `onChange` hears when an outage ends (true) and begins (false). */
export function createOutage(onChange: (isShared: boolean) => void): Outage {
  let isShared = true
  let nextTrial = 0
  return {
    mayTry() {
      if (isShared) return true
      const now = performance.now()
      if (now < nextTrial) return false
      nextTrial = now + pause
      return true
    },
    note(answered) {
      if (!answered) nextTrial = performance.now() + pause
      if (answered === isShared) return
      isShared = answered
      onChange(answered)
    },
  }
}
