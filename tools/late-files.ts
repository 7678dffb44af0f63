import { availableParallelism, loadavg } from 'node:os'

/** Seconds that a file of the fast tier may take on an otherwise idle machine. */
const most = 30

/**
 * Files that may take three times as long: they wait on real time, until the gateway can be given a clock, or compute over every exchange.
 */
const patient: ReadonlySet<string> = new Set([
  'apps/gateway/test/channels/gateway-breaker.test.ts',
  'apps/gateway/test/channels/failover.test.ts',
  'apps/gateway/test/pass-through.test.ts',
  'conformance/test/corpus.test.ts',
  'conformance/test/adapters.test.ts',
])

/** Files that are too slow for the fast tier. On a busy machine the limit is longer, by the ratio of load to processors. */
export function lateFiles(
  files: readonly { readonly name: string; readonly seconds: number }[],
  busy: number = (loadavg()[0] ?? 0) / availableParallelism(),
): readonly string[] {
  const slack = Math.max(1, busy)
  return files
    .filter(({ name, seconds }) => seconds > most * (patient.has(name) ? 3 : 1) * slack)
    .map(
      ({ name, seconds }) => `${name}: takes ${seconds.toFixed(1)} s, which is too long for the fast tier: make it faster, or slow by name`,
    )
}
