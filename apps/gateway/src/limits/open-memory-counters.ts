import { RateLimiterMemory } from 'rate-limiter-flexible'
import { counterOf, endlessPoints } from './counter-of.ts'
import { windows, type KeyCounters } from './key-counters.ts'

/** Counts for this process alone, and forgets with it. */
export function openMemoryCounters(): KeyCounters {
  const open = (kind: keyof typeof windows): RateLimiterMemory =>
    new RateLimiterMemory({ keyPrefix: '', points: endlessPoints, duration: windows[kind] })
  return {
    kind: 'memory',
    requests: counterOf(open('requests')),
    tokens: counterOf(open('tokens')),
    spending: counterOf(open('spending')),
    close: () => Promise.resolve(),
  }
}
