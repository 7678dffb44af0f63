import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { atEnd } from '../at-end.ts'
import { waitFor } from '../wait-for.ts'
import type { LoadOrder, LoadReport } from './load-process.ts'
import { startGatewayProcess, type Measure } from './start-gateway-process.ts'

const mebibyte = 1024 * 1024
const wanted = { idle: 10_000, streams: 2_000 }
/** Open files of each of the two processes: a stream has two ends in each. */
const needed = wanted.idle + 2 * wanted.streams + 500

/** Share of the connections that this machine's `ulimit -n` allows, at most 1; prints a line if less. */
function share(): number {
  const allowed = Number(execFileSync('bash', ['-c', 'ulimit -Hn']).toString().trim().replace('unlimited', '1048576'))
  if (allowed >= needed) return 1
  process.stderr.write(
    `ulimit -n is ${allowed}: ${wanted.idle} idle connections and ${wanted.streams} streams need ${needed}; tried with fewer\n`,
  )
  return allowed / needed
}

interface Load {
  readonly upstream: string
  tell(order: LoadOrder): Promise<number>
}

async function startLoad(): Promise<Load> {
  const raise = 'ulimit -n "$(ulimit -Hn)"; exec "$0" "$@"'
  const program = fileURLToPath(new URL('load-process.ts', import.meta.url))
  const child = spawn('bash', ['-c', raise, process.execPath, program], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  atEnd(() => void child.kill('SIGKILL'))
  const next = async (): Promise<LoadReport> => ((await once(child, 'message')) as [LoadReport])[0] // the event's first value
  const first = await next()
  if (!('upstream' in first)) throw new Error('the process began with something else')
  return {
    upstream: first.upstream,
    async tell(order) {
      const answer = next()
      child.send(order)
      const report = await answer
      return 'done' in report ? report.done : 0
    },
  }
}

test(
  '10,000 idle connections and 2,000 open streams fit into one process, and it gives back what they took',
  { timeout: 600_000 },
  async () => {
    const part = share()
    const count = { idle: Math.floor(wanted.idle * part), streams: Math.floor(wanted.streams * part) }
    const load = await startLoad()
    const gateway = await startGatewayProcess({
      channels: [{ name: 'up', format: 'chat', baseUrl: load.upstream, models: ['m'] }],
      // Idle connections must not be closed in the middle of the test, and silent streams get no keep-alive.
      limits: { keepAliveTimeout: 300, connections: 20_000 },
      keepAlive: 300,
      log: 'off',
    })
    const open = async (share: number): Promise<Measure> => {
      expect(await load.tell({ open: 'idle', count: count.idle * share, url: gateway.url })).toBe(count.idle * share)
      expect(await load.tell({ open: 'streams', count: count.streams * share, url: gateway.url })).toBe(count.streams * share)
      return gateway.measure()
    }
    const close = async (): Promise<Measure> => {
      await load.tell({ end: 'streams' })
      await load.tell({ end: 'idle' })
      // The upstream's connections stay for the next requests, for a while.
      await waitFor(async () => (await gateway.measure()).sockets <= count.streams + 10, 120_000)
      return gateway.measure()
    }

    // The first few warm everything up, the pool of upstream connections too.
    const small = 0.1
    await open(small)
    const before = await close()
    const full = await open(1)
    expect(full.sockets).toBeGreaterThanOrEqual(count.idle + 2 * count.streams)
    expect((full.heap - before.heap) / (count.idle + count.streams)).toBeLessThan(40_000)
    const after = await close()
    process.stderr.write(
      `${count.idle} idle connections and ${count.streams} streams: heap ${[before, full, after].map(({ heap }) => Math.round(heap / mebibyte)).join(' → ')} MiB, resident ${[before, full, after].map(({ resident }) => Math.round(resident / mebibyte)).join(' → ')} MiB\n`,
    )
    // The pool's memory of 2,000 connections, kept for the next ones, is not a leak.
    expect(after.heap - before.heap).toBeLessThan(40 * mebibyte)
    await open(1)
    let again = await close()
    // Memory that is no leak may go with a later collection.
    for (let round = 0; round < 20 && again.heap - after.heap >= 5 * mebibyte; round++) again = await gateway.measure()
    expect(again.heap - after.heap).toBeLessThan(5 * mebibyte)
  },
)
