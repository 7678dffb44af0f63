import { RateLimiterMemory } from 'rate-limiter-flexible'
import { counterOf, endlessPoints } from './counter-of.ts'
import type { KeyCounters } from './key-counters.ts'
import { windows, type Windows } from './windows.ts'

/** Counts for this process alone, and forgets with it. */
export function openMemoryCounters(lengths = windows): KeyCounters {
  const open = (kind: keyof Windows): RateLimiterMemory =>
    new RateLimiterMemory({ keyPrefix: '', points: endlessPoints, duration: lengths[kind] })
  return {
    kind: 'memory',
    requests: counterOf(open('requests')),
    tokens: counterOf(open('tokens')),
    spending: counterOf(open('spending')),
    close: () => Promise.resolve(),
  }
}
