import { createMemoryCounter } from './create-memory-counter.ts'
import type { KeyCounters } from './key-counters.ts'
import { windows, type Windows } from './windows.ts'

/** Counts for this process alone, and forgets with it. */
export function openMemoryCounters({ requests }: Pick<Windows, 'requests'> = windows): KeyCounters {
  return { kind: 'memory', requests: createMemoryCounter(requests * 1000), close: () => Promise.resolve() }
}
