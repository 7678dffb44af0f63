import type { BenchServers } from './bench-servers.ts'
import type { DialectId } from './dialect-id.ts'
import { requestBytes, type Load } from './load.ts'
import type { MeasuredServer } from './measured-server.ts'
import { modelOf } from './model-of.ts'
import { pairs } from './pairs.ts'
import type { ProbeReport } from './probe.ts'
import type { ReportRow } from './report-row.ts'

const connections = 16

/** KB of an open stream. */
interface PerStream {
  readonly rss: number
  readonly live: number
}

/** Measures the memory of an open, silent stream in the server process, for all pairs. */
export async function measureMemory({ start, limitedKey }: BenchServers, load: Load, streams: number): Promise<readonly ReportRow[]> {
  async function perStream(name: 'raw' | 'gateway', from: DialectId, to: DialectId): Promise<PerStream> {
    // A fresh process: free pages left by an earlier load would hide the need of a stream.
    const server = await start(name)
    try {
      const port = Number(server.url.port)
      const warmUp = requestBytes(from, modelOf(to, 'doc'), false, limitedKey)
      await load.order({ type: 'run', port, request: warmUp, connections, count: 400 })
      const request = requestBytes(from, modelOf(to, 'idle'), true, limitedKey)
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

  const raw = new Map<DialectId, PerStream>()
  for (const [from, to] of pairs) if (from === to) raw.set(to, await perStream('raw', to, to))
  const rows: ReportRow[] = []
  for (const [from, to] of pairs) {
    const gateway = await perStream('gateway', from, to)
    for (const [kind, name] of [
      ['rss', 'resident'],
      ['live', 'live after collection'],
    ] as const)
      rows.push({
        section: `Gateway: memory of an open stream (${streams} open)`,
        what: `${from} client, ${to} upstream, ${name}`,
        value: gateway[kind],
        unit: 'KB',
        baseline: raw.get(to)?.[kind] ?? Number.NaN,
        target: 100,
      })
  }
  return rows
}

/** Waits until the heap has given its pages back, since late returns would look like freed streams. */
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

function pause(millis: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, millis))
}
