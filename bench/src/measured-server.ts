import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { addressOf } from './address-of.ts'
import type { ProbeReport } from './probe.ts'
import { spawnPinned } from './spawn-pinned.ts'

/** Server on the measured core, which reports its resources. */
export interface MeasuredServer {
  readonly name: string
  readonly url: URL
  /** CPU and memory now. With `collect`, garbage is collected before. */
  ask(question: 'report' | 'collect'): Promise<ProbeReport>
  stop(): Promise<void>
}

const probe = new URL('./probe.ts', import.meta.url).href

export async function startMeasured(name: string, program: string, env: Readonly<Record<string, string>>): Promise<MeasuredServer> {
  const child: ChildProcess = spawnPinned('measured', ['--expose-gc', '--import', probe, program], env)
  const url = await addressOf(child, name)
  return {
    name,
    url,
    async ask(question) {
      const answer = once(child, 'message', { signal: AbortSignal.timeout(20_000) })
      child.send(question)
      const [report] = await answer
      return report as ProbeReport // the probe sends nothing else
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
