import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressOf } from './address-of.ts'
import { benchKey } from './bench-key.ts'
import { createBenchServers, type BenchServers } from './bench-servers.ts'
import { checkAnswers } from './check-answers.ts'
import { startLoad, type Load } from './load.ts'
import { joinCpu, measureCpu, type CpuOf, type Scenario, type Way } from './measure-cpu.ts'
import { rowsOf, type GatewayPart } from './measure-gateway.ts'
import { measureMemory } from './measure-memory.ts'
import { pairs } from './pairs.ts'
import type { ReportRow } from './report-row.ts'
import { spawnPinned } from './spawn-pinned.ts'

/**
 * Compares the cost of the gateway with that of another installed checkout: both take turns in each round, so that noise of the machine
 * affects both.
 */
export async function compareGateways(checkout: string, parts: readonly GatewayPart[], quick: boolean): Promise<readonly ReportRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'interlingua-bench-'))
  const upstream = spawnPinned('other', [new URL('./mock-upstream.ts', import.meta.url).pathname])
  const load = startLoad()
  const all: BenchServers[] = []
  const servers = (name: string, at: URL, path?: string): BenchServers => {
    mkdirSync(join(folder, name))
    const created = createBenchServers(join(folder, name), at, path)
    all.push(created)
    return created
  }
  try {
    const address = await addressOf(upstream, 'the mock upstream')
    const [own, other] = [servers('own', address), servers('other', address, checkout)]
    const rows = await compareCpu(own, other, load, parts, quick)
    return parts.includes('memory') ? [...rows, ...(await compareMemory(own, other, load, quick ? 600 : 2400))] : rows
  } finally {
    load.stop()
    upstream.kill()
    await Promise.all(all.map((each) => each.stop()))
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Number of processes of each server that are measured, one after the other. Compiled code differs between processes by more than most
 * changes cost: `process.nextTick` alone costs a request 5 µs in one process and 25 in the next, for its whole life.
 */
const processes = { quick: 3, full: 5 }

async function compareCpu(
  own: BenchServers,
  other: BenchServers,
  load: Load,
  parts: readonly GatewayPart[],
  quick: boolean,
): Promise<readonly ReportRow[]> {
  const modes = (['doc', 'live', 'burst'] as const).filter((mode) => parts.includes(mode === 'doc' ? 'requests' : 'streams'))
  if (modes.length === 0) return []
  const scenarios = modes.flatMap((mode) => pairs.map(([from, to]): Scenario => ({ from, to, mode })))
  const count = processes[quick ? 'quick' : 'full']
  const measured: CpuOf[] = []
  for (let turn = 0; turn < count; turn++) {
    const [ours, theirs] = [await startWays('own', own), await startWays('other', other)]
    const ways = [ours.limited, theirs.limited, theirs.bare, ours.bare]
    const streamWays = [ours.limited, theirs.limited]
    measured.push(await measureCpu(({ mode }) => (mode === 'doc' ? ways : streamWays), scenarios, load, quick, count))
    await Promise.all(ways.map(({ server }) => server.stop()))
  }
  const cpu = joinCpu(measured)
  const sections = { doc: 'a small request', live: 'a streamed event, one event a read', burst: 'a streamed event, bursts' } as const
  return modes.flatMap((mode) => {
    const of = scenarios.filter((scenario) => scenario.mode === mode)
    const title = `Gateway: CPU of ${sections[mode]}, this checkout against the other`
    return [
      ...rowsOf(`${title}, everything on and a key with limits`, cpu, { name: 'own limited' }, { name: 'other limited' }, of),
      ...(mode === 'doc' ? rowsOf(`${title}, bare`, cpu, { name: 'own bare' }, { name: 'other bare' }, of) : []),
    ]
  })
}

async function startWays(name: 'own' | 'other', { start, limitedKey }: BenchServers): Promise<Record<'limited' | 'bare', Way>> {
  const [gateway, bare] = [await start('gateway'), await start('bare')]
  for (const [from, to] of pairs) await checkAnswers(gateway, from, to)
  return {
    limited: { name: `${name} limited`, server: gateway, key: limitedKey, raw: false },
    bare: { name: `${name} bare`, server: bare, key: benchKey, raw: false },
  }
}

/** Rows of this gateway's memory, with the other's in place of the baseline. */
async function compareMemory(own: BenchServers, other: BenchServers, load: Load, streams: number): Promise<readonly ReportRow[]> {
  const [ours, theirs] = [await measureMemory(own, load, streams), await measureMemory(other, load, streams)]
  return ours.map(({ target: _, ...row }, index): ReportRow => {
    const baseline = theirs[index]?.value ?? Number.NaN
    return { ...row, section: `${row.section}, this checkout against the other`, baseline, ratio: row.value / baseline }
  })
}
