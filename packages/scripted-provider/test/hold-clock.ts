import { onTestFinished, vi } from 'vitest'

/**
 * Holds the clock by which tasks advance until the end of the test; what comes back moves it on by so many milliseconds. So no state is
 * missed because the machine had something else to do.
 */
export function holdClock(): (millis: number) => void {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  return (millis) => void vi.setSystemTime(Date.now() + millis)
}
