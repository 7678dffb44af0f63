import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { atEnd } from '../at-end.ts'
import type { GatewayConfig } from '../../src/index.ts'
import type { Order, Report } from './gateway-process.ts'

/** Memory in bytes; `sockets`: number of open TCP sockets, in both directions. */
export type Measure = Extract<Report, { readonly heap: number }>

export interface GatewayProcess {
  readonly url: string
  readonly child: ChildProcess
  /** After a collection of garbage. */
  measure(): Promise<Measure>
}

// A process takes a second to start, and many where the machine is busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const program = fileURLToPath(new URL('gateway-process.ts', import.meta.url))

/** A gateway in a process of its own, with room for as many open files as the system gives; its key is `any`. `flags` are for Node. */
export async function startGatewayProcess(config: Partial<GatewayConfig>, flags: readonly string[] = []): Promise<GatewayProcess> {
  const settings = JSON.stringify({ channels: [], port: 0, apiKey: 'any', ...config })
  const raise = 'ulimit -n "$(ulimit -Hn)"; exec "$0" "$@"'
  const child = spawn('bash', ['-c', raise, process.execPath, '--expose-gc', ...flags, program, settings], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  atEnd(() => void child.kill('SIGKILL'))
  const ask = async (order?: Order): Promise<Report> => {
    const answer = once(child, 'message')
    if (order !== undefined) child.send(order)
    const [report] = (await answer) as [Report] // the event's first value
    return report
  }
  const started = await ask()
  if (!('url' in started)) throw new Error('the process began with something else')
  return { url: started.url, child, measure: () => ask('measure') as Promise<Measure> } // the process answers this order with a measure
}
