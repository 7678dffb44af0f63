import type { DialectId } from './dialect-id.ts'
import { requestBytes, type Load } from './load.ts'
import type { MeasuredServer } from './measured-server.ts'
import { modelOf } from './model-of.ts'
import { streamedDeltas } from './streamed-deltas.ts'

/** Measured server with the key of its clients. */
export interface Way {
  readonly name: string
  readonly server: MeasuredServer
  readonly key: string
  /** True: translates nothing, so it is measured in the upstream's format, beside each pair with that upstream. */
  readonly raw: boolean
}

export interface Scenario {
  readonly from: DialectId
  readonly to: DialectId
  readonly mode: 'doc' | 'live' | 'burst'
}

/** Microseconds of CPU in each round for one request, or one streamed event. */
export type CpuOf = (way: Pick<Way, 'name'>, scenario: Scenario) => readonly number[]

const connections = 16

/** Plan of a measurement; `warmUp` and `count` are requests or streams of one turn, in the warming round and in measured ones. */
interface Plan {
  readonly rounds: number
  readonly warmUp: number
  readonly count: number
}

/**
 * Many short rounds of requests, because a median of few rounds follows the load of the machine. In short turns subject and baseline are
 * close in time.
 */
const plans: Record<'quick' | 'full', Record<Scenario['mode'], Plan>> = {
  quick: {
    doc: { rounds: 5, warmUp: 2500, count: 400 },
    live: { rounds: 3, warmUp: 24, count: 16 },
    burst: { rounds: 3, warmUp: 80, count: 48 },
  },
  full: {
    doc: { rounds: 31, warmUp: 12_000, count: 1200 },
    live: { rounds: 9, warmUp: 120, count: 60 },
    burst: { rounds: 9, warmUp: 600, count: 200 },
  },
}

/**
 * Measures CPU of each server in each scenario. All take turns in a round, in reverse order in every other round; the first round only
 * warms up. If `processes` of each server are measured one after the other, each has its share of the rounds.
 */
export async function measureCpu(
  waysOf: (scenario: Scenario) => readonly Way[],
  scenarios: readonly Scenario[],
  load: Load,
  quick: boolean,
  processes = 1,
): Promise<CpuOf> {
  const share = (whole: number): number => Math.ceil(whole / processes)
  const planOf = (mode: Scenario['mode']): Plan => {
    const { rounds, warmUp, count } = plans[quick ? 'quick' : 'full'][mode]
    return { rounds: share(rounds), warmUp: share(warmUp), count }
  }
  const rounds = Math.max(...scenarios.map(({ mode }) => planOf(mode).rounds))
  const samples = new Map<string, number[]>()
  for (let round = -1; round < rounds; round++) {
    for (const scenario of scenarios) {
      const { from, to, mode } = scenario
      const plan = planOf(mode)
      if (round >= plan.rounds) continue
      const ways = waysOf(scenario)
      for (const way of round % 2 === 0 ? ways : ways.toReversed()) {
        const name = nameOf(way, scenario)
        const { server, key, raw } = way
        const request = requestBytes(raw ? to : from, modelOf(to, mode), mode !== 'doc', key)
        const count = round < 0 ? plan.warmUp : plan.count
        const run = (count: number): Promise<unknown> =>
          load.order({ type: 'run', port: Number(server.url.port), request, connections, count })
        // A server whose last turn is long ago has lost its place in the caches, and its heap has shrunk; warming up keeps that out of the
        // measurement.
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

/** Joins the samples of several measurements. */
export function joinCpu(all: readonly CpuOf[]): CpuOf {
  return (way, scenario) => all.flatMap((each) => each(way, scenario))
}

function nameOf({ name }: Pick<Way, 'name'>, { from, to, mode }: Scenario): string {
  return [name, from, to, mode].join(' ')
}
