import type { TimeCount } from '@interlingua/store'
import type { Percentiles } from '../api/index.ts'

/** Percentiles of counted times, of which the shortest comes first; undefined if there are none. */
export function percentilesOf(counts: readonly TimeCount[]): Percentiles | undefined {
  const all = counts.reduce((sum, { requests }) => sum + requests, 0)
  if (all === 0) return undefined
  const at = (share: number): number => {
    let seen = 0
    const place = Math.floor((all - 1) * share)
    const found = counts.find(({ requests }) => (seen += requests) > place)
    return Math.round((found?.millis ?? 0) * 10) / 10
  }
  return { p50: at(0.5), p95: at(0.95) }
}
