import { createMemoryCounter } from './create-memory-counter.ts'
import type { KeyCounters } from './key-counters.ts'
import { windows } from './windows.ts'

/** Counts for this process alone, and forgets with it. */
export function openMemoryCounters({ requests, tokens, spending } = windows): KeyCounters {
  return {
    kind: 'memory',
    requests: createMemoryCounter(requests * 1000),
    tokens: createMemoryCounter(tokens * 1000),
    spending: createMemoryCounter(spending * 1000),
    close: () => Promise.resolve(),
  }
}
