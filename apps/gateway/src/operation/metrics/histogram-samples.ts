import type { Sample } from './family.ts'
import { latencyBounds, type Latencies } from './latencies.ts'

/** A histogram as Prometheus wants it: each bucket counts what is in those below it, too. */
export function histogramSamples(name: string, labels: Readonly<Record<string, string>>, { counts, sum }: Latencies): readonly Sample[] {
  const samples: Sample[] = []
  let total = 0
  for (const [index, bound] of [...latencyBounds, '+Inf'].entries()) {
    total += counts[index] ?? 0
    samples.push({ metricName: `${name}_bucket`, labels: { ...labels, le: bound }, value: total })
  }
  samples.push({ metricName: `${name}_sum`, labels, value: sum }, { metricName: `${name}_count`, labels, value: total })
  return samples
}
