import { latencyBounds, type Latencies } from './latencies.ts'

export function observeLatency(latencies: Latencies, seconds: number): void {
  let index = 0
  while (index < latencyBounds.length && seconds > (latencyBounds[index] ?? 0)) index++
  latencies.counts[index] = (latencies.counts[index] ?? 0) + 1
  latencies.sum += seconds
}
