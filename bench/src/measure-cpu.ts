import type { DialectId } from './dialect-id.ts'
import { requestBytes, type Load } from './load.ts'
import type { MeasuredServer } from './measured-server.ts'
import { modelOf } from './model-of.ts'
import { streamedDeltas } from './streamed-deltas.ts'

/** One way to be served. */
export interface Way {
  readonly name: string
  readonly server: MeasuredServer
  readonly key: string
  /** It translates nothing: it is measured in the upstream's format, beside each pair with that upstream. */
  readonly raw: boolean
}

export interface Scenario {
  readonly from: DialectId
  readonly to: DialectId
  readonly mode: 'doc' | 'live' | 'burst'
}

/** The microseconds of CPU that each round took for one request, or one streamed event. */
export type CpuOf = (way: Way, scenario: Scenario) => readonly number[]

const connections = 16

/** CPU of each way in each scenario. In a round all have their turn; the first round, which warms up, is thrown away. */
export async function measureCpu(
  waysOf: (scenario: Scenario) => readonly Way[],
  scenarios: readonly Scenario[],
  load: Load,
  quick: boolean,
): Promise<CpuOf> {
  const counts = quick ? { doc: 600, live: 16, burst: 48 } : { doc: 3000, live: 60, burst: 200 }
  const warmUp = quick ? { doc: 2500, live: 24, burst: 80 } : { doc: 12_000, live: 120, burst: 600 }
  const rounds = quick ? 3 : 9
  const samples = new Map<string, number[]>()
  for (let round = -1; round < rounds; round++) {
    for (const scenario of scenarios) {
      const { from, to, mode } = scenario
      for (const way of waysOf(scenario)) {
        const name = nameOf(way, scenario)
        const { server, key, raw } = way
        const request = requestBytes(raw ? to : from, modelOf(to, mode), mode !== 'doc', key)
        const count = (round < 0 ? warmUp : counts)[mode]
        const run = (count: number): Promise<unknown> =>
          load.order({ type: 'run', port: Number(server.url.port), request, connections, count })
        // Whoever had its last turn long ago has lost its place in the caches, and its heap has shrunk: that is not what a request costs.
        await run(Math.ceil(count / 3))
        const before = await server.ask('report')
        await run(count)
        const after = await server.ask('report')
        if (round < 0) continue
        const micros = (after.cpuMicros - before.cpuMicros) / count / (mode === 'doc' ? 1 : streamedDeltas)
        const known = samples.get(name)
        if (known) known.push(micros)
        else samples.set(name, [micros])
      }
    }
  }
  return (way, scenario) => samples.get(nameOf(way, scenario)) ?? []
}

function nameOf({ name }: Way, { from, to, mode }: Scenario): string {
  return [name, from, to, mode].join(' ')
}
