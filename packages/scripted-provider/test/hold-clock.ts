import { onTestFinished, vi } from 'vitest'

/**
 * Holds the clock of tasks until the end of the test and returns a function that advances it by milliseconds. A busy machine therefore
 * misses no state.
 */
export function holdClock(): (millis: number) => void {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  return (millis) => void vi.setSystemTime(Date.now() + millis)
}
