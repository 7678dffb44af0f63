import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressOf } from './address-of.ts'
import { benchKey } from './bench-key.ts'
import type { DialectId } from './dialect-id.ts'
import { dialects } from './dialects.ts'
import { gatewayConfig } from './gateway-config.ts'
import { requestBytes, startLoad, type Load } from './load.ts'
import { median } from './median.ts'
import { pairs } from './pairs.ts'
import type { ProbeReport } from './probe.ts'
import type { ReportRow } from './report-row.ts'
import { spawnPinned } from './spawn-pinned.ts'
import { startMeasured, type MeasuredServer } from './measured-server.ts'
import { streamedDeltas } from './streamed-deltas.ts'

interface Scenario {
  readonly from: DialectId
  readonly to: DialectId
  readonly mode: 'doc' | 'live' | 'burst'
}

const connections = 16

/** What the gateway costs, as a process, against the raw baseline, as a process, on the same core in the same run. */
export async function measureGateway(quick: boolean): Promise<readonly ReportRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'interlingua-bench-'))
  const upstream = spawnPinned('other', [pathOf('./mock-upstream.ts')])
  const load = startLoad()
  const servers: MeasuredServer[] = []
  try {
    const upstreamUrl = await addressOf(upstream, 'the mock upstream')
    const configFile = join(folder, 'interlingua.yaml')
    writeFileSync(configFile, gatewayConfig(upstreamUrl))
    const start = async (name: 'raw' | 'gateway'): Promise<MeasuredServer> => {
      const server =
        name === 'raw'
          ? await startMeasured(name, pathOf('./raw-baseline.ts'), { UPSTREAM: upstreamUrl.origin, NODE_ENV: 'production' })
          : await startMeasured(name, pathOf('../../apps/gateway/src/main.ts'), {
              PORT: '0',
              HOST: '127.0.0.1',
              INTERLINGUA_CONFIG: configFile,
              INTERLINGUA_API_KEY: benchKey,
              INTERLINGUA_DATA: join(folder, 'data'),
              NODE_ENV: 'production',
            })
      servers.push(server)
      return server
    }
    const raw = await start('raw')
    const gateway = await start('gateway')
    for (const [from, to] of pairs) await checkAnswers(gateway, from, to)
    const rows = await measureCpu(raw, gateway, load, quick)
    await Promise.all([raw.stop(), gateway.stop()])
    return [...rows, ...(await measureMemory(start, load, quick ? 200 : 600))]
  } finally {
    load.stop()
    upstream.kill()
    await Promise.all(servers.map((server) => server.stop()))
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureCpu(raw: MeasuredServer, gateway: MeasuredServer, load: Load, quick: boolean): Promise<readonly ReportRow[]> {
  const counts = quick ? { doc: 600, live: 16, burst: 48 } : { doc: 3000, live: 60, burst: 200 }
  const warmUp = quick ? { doc: 2500, live: 24, burst: 80 } : { doc: 12_000, live: 120, burst: 600 }
  const rounds = quick ? 3 : 11
  const scenarios = (['doc', 'live', 'burst'] as const).flatMap((mode) => pairs.map(([from, to]): Scenario => ({ from, to, mode })))
  const samples = new Map<string, number[]>()
  // The first round warms up: it is thrown away.
  for (let round = -1; round < rounds; round++) {
    for (const scenario of scenarios) {
      const { from, to, mode } = scenario
      // The raw baseline translates nothing: it is measured once for each dialect.
      for (const server of from === to ? [raw, gateway] : [gateway]) {
        const request = requestBytes(from, modelOf(to, mode), mode !== 'doc')
        const count = round < 0 ? warmUp[mode] : counts[mode]
        const before = await server.ask('report')
        await load.order({ type: 'run', port: Number(server.url.port), request, connections, count })
        const after = await server.ask('report')
        const micros = (after.cpuMicros - before.cpuMicros) / count / (mode === 'doc' ? 1 : streamedDeltas)
        const key = keyOf(server.name, from, to, mode)
        if (round >= 0) samples.set(key, [...(samples.get(key) ?? []), micros])
      }
    }
  }
  return scenarios.map(({ from, to, mode }) => {
    const measured = samples.get(keyOf('gateway', from, to, mode)) ?? []
    const baseline = samples.get(keyOf('raw', to, to, mode)) ?? []
    return {
      section:
        mode === 'doc'
          ? 'Gateway: CPU of a small request against the raw baseline'
          : 'Gateway: CPU of a streamed event against the raw baseline',
      what: `${from} client, ${to} upstream${mode === 'doc' ? '' : mode === 'live' ? ', one event a read' : ', bursts'}`,
      value: median(measured),
      unit: 'µs',
      baseline: median(baseline),
      ratio: median(measured.map((value, round) => value / (baseline[round] ?? Number.NaN))),
      ...(mode === 'doc' && from !== to && { target: 2.0 }),
    }
  })
}

async function measureMemory(
  start: (name: 'raw' | 'gateway') => Promise<MeasuredServer>,
  load: Load,
  streams: number,
): Promise<readonly ReportRow[]> {
  const perStream = async (
    name: 'raw' | 'gateway',
    from: DialectId,
    to: DialectId,
  ): Promise<{ readonly rss: number; readonly live: number }> => {
    // A process of its own: what an earlier load left behind as free pages would hide what a stream needs.
    const server = await start(name)
    try {
      const port = Number(server.url.port)
      await load.order({ type: 'run', port, request: requestBytes(from, modelOf(to, 'doc'), false), connections, count: 400 })
      const request = requestBytes(from, modelOf(to, 'idle'), true)
      await load.order({ type: 'open', port, request, count: 50 })
      await load.order({ type: 'close' })
      const before = await settled(server)
      await load.order({ type: 'open', port, request, count: streams })
      const after = await settled(server)
      await load.order({ type: 'close' })
      return { rss: (after.rss - before.rss) / streams / 1024, live: (after.live - before.live) / streams / 1024 }
    } finally {
      await server.stop()
    }
  }
  const raw = new Map<DialectId, { readonly rss: number; readonly live: number }>()
  for (const [from, to] of pairs) if (from === to) raw.set(to, await perStream('raw', to, to))
  const rows: ReportRow[] = []
  for (const [from, to] of pairs) {
    const gateway = await perStream('gateway', from, to)
    const section = `Gateway: memory of an open stream (${streams} open)`
    const what = `${from} client, ${to} upstream`
    rows.push(
      { section, what: `${what}, resident`, value: gateway.rss, unit: 'KB', baseline: raw.get(to)?.rss ?? Number.NaN, target: 100 },
      {
        section,
        what: `${what}, live after collection`,
        value: gateway.live,
        unit: 'KB',
        baseline: raw.get(to)?.live ?? Number.NaN,
        target: 100,
      },
    )
  }
  return rows
}

/** The heap gives pages back with some delay: what came back later would look like memory that streams freed. */
async function settled(server: MeasuredServer): Promise<ProbeReport> {
  let last = await server.ask('collect')
  for (let calm = 0, tries = 0; calm < 3 && tries < 20; tries++) {
    await pause(150)
    const next = await server.ask('collect')
    calm = Math.abs(next.rss - last.rss) < 256 * 1024 ? calm + 1 : 0
    last = next
  }
  return last
}

/** A gateway that answers nonsense quickly must not look fast. */
async function checkAnswers(gateway: MeasuredServer, from: DialectId, to: DialectId): Promise<void> {
  const ask = async (mode: 'doc' | 'burst'): Promise<string> => {
    const { headers, path, smallRequest } = dialects[from]
    const response = await fetch(new URL(path(modelOf(to, mode), mode !== 'doc'), gateway.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(smallRequest(modelOf(to, mode), mode !== 'doc')),
    })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${from} client, ${to} upstream, ${mode}: ${response.status} ${text.slice(0, 600)}`)
    return text
  }
  const document = await ask('doc')
  if (!document.includes('Jupiter')) throw new Error(`${from} client, ${to} upstream: not the answer: ${document.slice(0, 600)}`)
  const stream = await ask('burst')
  const wanted = dialects[from].streamMarks
  const events = stream.split(/^data: /m).length
  if (events < streamedDeltas || !wanted.every((text) => stream.includes(text))) {
    throw new Error(`${from} client, ${to} upstream: not the stream: ${events} events, ${stream.slice(0, 300)} … ${stream.slice(-300)}`)
  }
}

function modelOf(to: DialectId, mode: string): string {
  return `${dialects[to].letter}-${mode}`
}

function keyOf(server: string, from: DialectId, to: DialectId, mode: string): string {
  return [server, from, to, mode].join(' ')
}

function pathOf(file: string): string {
  return new URL(file, import.meta.url).pathname
}

function pause(millis: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, millis))
}
