import type { GatewayLife } from '../gateway-life.ts'

const step = 50

/** Waits until no response is run in the background any more, for so many milliseconds; the rest has failed. */
export async function endRuns({ runs }: GatewayLife, patience: number): Promise<void> {
  const until = performance.now() + patience
  while (runs.size > 0 && performance.now() < until) await new Promise((done) => setTimeout(done, step))
  await Promise.all(Array.from(runs.values(), (run) => run.stop()))
}
