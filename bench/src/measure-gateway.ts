import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressOf } from './address-of.ts'
import { createBenchServers, type BenchServers } from './bench-servers.ts'
import { benchKey } from './bench-key.ts'
import { checkAnswers } from './check-answers.ts'
import { startLoad, type Load } from './load.ts'
import { measureCpu, type CpuOf, type Scenario, type Way } from './measure-cpu.ts'
import { measureMemory } from './measure-memory.ts'
import { median } from './median.ts'
import { pairs } from './pairs.ts'
import type { ReportRow } from './report-row.ts'
import { spawnPinned } from './spawn-pinned.ts'

/** Parts that can be measured alone. */
export const gatewayParts = ['requests', 'streams', 'memory'] as const

export type GatewayPart = (typeof gatewayParts)[number]

/** Measures the gateway process against the raw baseline process, on the same core in the same run. */
export async function measureGateway(parts: readonly GatewayPart[], quick: boolean): Promise<readonly ReportRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'interlingua-bench-'))
  const upstream = spawnPinned('other', [new URL('./mock-upstream.ts', import.meta.url).pathname])
  const load = startLoad()
  let servers: BenchServers | undefined
  try {
    servers = createBenchServers(folder, await addressOf(upstream, 'the mock upstream'))
    const rows = await measureWays(servers, load, parts, quick)
    return parts.includes('memory') ? [...rows, ...(await measureMemory(servers, load, quick ? 600 : 2400))] : rows
  } finally {
    load.stop()
    upstream.kill()
    await servers?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureWays(
  { start, limitedKey }: BenchServers,
  load: Load,
  parts: readonly GatewayPart[],
  quick: boolean,
): Promise<readonly ReportRow[]> {
  const modes = (['doc', 'live', 'burst'] as const).filter((mode) => parts.includes(mode === 'doc' ? 'requests' : 'streams'))
  if (modes.length === 0) return []
  const [rawServer, deferredServer, gatewayServer, bareServer] = [
    await start('raw'),
    await start('deferred'),
    await start('gateway'),
    await start('bare'),
  ]
  for (const [from, to] of pairs) await checkAnswers(gatewayServer, from, to)
  const raw: Way = { name: 'raw', server: rawServer, key: benchKey, raw: true }
  const deferred: Way = { name: 'deferred', server: deferredServer, key: benchKey, raw: true }
  const limited: Way = { name: 'limited', server: gatewayServer, key: limitedKey, raw: false }
  const unlimited: Way = { name: 'unlimited', server: gatewayServer, key: benchKey, raw: false }
  const bare: Way = { name: 'bare', server: bareServer, key: benchKey, raw: false }
  const scenarios = modes.flatMap((mode) => pairs.map(([from, to]): Scenario => ({ from, to, mode })))
  const cpu = await measureCpu(
    ({ mode }) => (mode === 'doc' ? [raw, limited, unlimited, bare, deferred] : [raw, limited]),
    scenarios,
    load,
    quick,
  )
  await Promise.all([rawServer, deferredServer, gatewayServer, bareServer].map((server) => server.stop()))

  const requests = scenarios.filter(({ mode }) => mode === 'doc')
  const head = 'Gateway: CPU of a small request against the raw baseline'
  const streamHead = 'Gateway: CPU of a streamed event against the raw baseline'
  return [
    ...rowsOf(`${head}, everything on and a key with limits`, cpu, limited, raw, requests, 2.2),
    ...rowsOf(`${head}, it authenticates and translates, and keeps nothing`, cpu, bare, raw, requests, 2.0),
    ...rowsOf('Gateway: CPU of a small request, key with limits against key without', cpu, limited, unlimited, requests),
    ...rowsOf(
      'Gateway: CPU of a small request, everything on, against a raw baseline that defers its writes as the gateway does',
      cpu,
      limited,
      deferred,
      requests,
    ),
    ...requests
      .filter(({ from, to }) => from === to)
      .map((scenario) => rowOf('Raw baseline that defers its writes against the raw baseline', scenario.to, cpu, deferred, raw, scenario)),
    ...scenarios
      .filter(({ mode }) => mode !== 'doc')
      .map((scenario) =>
        rowOf(streamHead, `${nameOf(scenario)}, ${scenario.mode === 'live' ? 'one event a read' : 'bursts'}`, cpu, limited, raw, scenario),
      ),
  ]
}

/** Rows for each pair, and one for all that translate. */
export function rowsOf(
  section: string,
  cpu: CpuOf,
  subject: Pick<Way, 'name'>,
  baseline: Pick<Way, 'name'>,
  scenarios: readonly Scenario[],
  target?: number,
): ReportRow[] {
  const rows = scenarios.map((scenario) =>
    rowOf(section, nameOf(scenario), cpu, subject, baseline, scenario, scenario.from === scenario.to ? undefined : target),
  )
  const cross = rows.filter((_row, index) => scenarios[index]?.from !== scenarios[index]?.to)
  const medianOf = (read: (row: ReportRow) => number | undefined): number => median(cross.map((row) => read(row) ?? Number.NaN))
  if (cross.length === 0) return rows
  rows.push({
    section,
    what: `median of the ${cross.length} pairs that translate`,
    value: medianOf(({ value }) => value),
    unit: 'µs',
    baseline: medianOf((row) => row.baseline),
    ratio: medianOf(({ ratio }) => ratio),
    ...(target !== undefined && { target }),
  })
  return rows
}

function rowOf(
  section: string,
  what: string,
  cpu: CpuOf,
  subject: Pick<Way, 'name'>,
  baseline: Pick<Way, 'name'>,
  scenario: Scenario,
  target?: number,
): ReportRow {
  const measured = cpu(subject, scenario)
  const against = cpu(baseline, scenario)
  return {
    section,
    what,
    value: median(measured),
    unit: 'µs',
    baseline: median(against),
    ratio: median(measured.map((value, round) => value / (against[round] ?? Number.NaN))),
    ...(target !== undefined && { target }),
  }
}

function nameOf({ from, to }: Scenario): string {
  return `${from} client, ${to} upstream`
}
