import { availableParallelism, loadavg } from 'node:os'

/** Seconds that a file of the fast tier may take on a machine that does nothing else. */
const most = 30

/** Files that wait on real time, until the gateway can be given a clock, and what computes over every exchange: three times as long. */
const patient: ReadonlySet<string> = new Set([
  '@interlingua/gateway test/channels/gateway-circuit.test.ts',
  '@interlingua/gateway test/channels/failover.test.ts',
  '@interlingua/gateway test/pass-through.test.ts',
  '@interlingua/conformance test/corpus.test.ts',
  '@interlingua/conformance test/adapters.test.ts',
])

/** Which files are too slow for the fast tier. On a busy machine all files take longer: by as much as there is more to do than processors. */
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
