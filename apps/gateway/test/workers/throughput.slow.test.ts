import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { issueKey } from '@interlingua/access'
import { describe, expect, test, vi } from 'vitest'
import { openStores } from '../store/stores.ts'
import { chatChannel, startChatUpstream } from './chat-upstream.ts'
import { bundle, startWorkers } from './start-workers.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const stores = await openStores()
const program = await bundle()
const upstream = await startChatUpstream()
const client = fileURLToPath(new URL('load-client.ts', import.meta.url))

interface Measure {
  /** Good answers, those of the warm-up included. */
  readonly served: number
  readonly perSecond: number
  readonly failed: number
}

async function load(url: string, key: string): Promise<Measure> {
  const { stdout } = await promisify(execFile)(process.execPath, [client, url, key, '32', '3'])
  return JSON.parse(stdout) as Measure // printed by load-client.ts
}

/** Microseconds that processes have used of the processors; 0 where the system does not tell. */
function cpuOf(pids: readonly number[]): number {
  try {
    return pids.reduce((sum, pid) => {
      const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
      const fields = after.split(' ')
      // Ticks of 10 ms in user and in system code: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
      return sum + (Number(fields[11]) + Number(fields[12])) * 10_000
    }, 0)
  } catch {
    return 0
  }
}

describe.each(stores.kinds)('throughput on $name', ({ name, create }) => {
  test('one worker and two, side by side, with a key that has limits and with one that has none', async () => {
    const rows: string[] = []
    for (const workers of [1, 2]) {
      const options = await create()
      // Process ids of the workers stand in the log.
      const log = { level: 'info', requests: false }
      const running = await startWorkers(program, { workers, channels: [chatChannel(upstream.url)], log }, options)
      const store = await stores.open(options)
      const limits = { requestsPerMinute: 10_000_000, tokensPerMinute: 1_000_000_000 }
      for (const [kind, terms] of Object.entries({ 'without limits': {}, 'with limits': { limits } })) {
        const { key, secret } = issueKey({ name: `${kind} ${workers}`, ...terms }, Date.now())
        await store.keys.insert(key)
        const pids = [running.primary.pid ?? 0, ...running.pids().values()]
        const before = cpuOf(pids)
        const { perSecond, served, failed } = await load(running.url, secret)
        expect(failed).toBe(0)
        const cpu = Math.round((cpuOf(pids) - before) / served)
        rows.push(`${workers} worker${workers === 1 ? '' : 's'} ${kind}: ${perSecond}/s at ${cpu} µs of processors a request`)
      }
      running.primary.kill('SIGTERM')
      expect(await running.ended()).toBe(0)
    }
    // Told, and not asserted: client, upstream and workers share the processors.
    process.stderr.write(`throughput on ${name}, ${availableParallelism()} processors: ${rows.join('; ')}\n`)
  })
})
