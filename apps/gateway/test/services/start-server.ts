import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

const patience = 20_000

export interface RunningServer {
  /** Asks it to end, and waits until it has. */
  stop(): Promise<void>
}

/** A server as a child of this process, once it has said `ready`. Rejects with what it said where it ends before. */
export async function startServer(
  program: string,
  parameters: readonly string[],
  { ready, stopBy, ...options }: { readonly ready: string; readonly stopBy: NodeJS.Signals; readonly uid?: number; readonly gid?: number },
): Promise<RunningServer> {
  const child = spawn(program, parameters, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const end = (): void => void child.kill('SIGKILL')
  process.once('exit', end)
  await isReady(child, ready)
  return {
    async stop() {
      process.off('exit', end)
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill(stopBy)
      await once(child, 'exit')
    },
  }
}

async function isReady(child: ChildProcess, ready: string): Promise<void> {
  let said = ''
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => child.kill('SIGKILL'), patience)
  child.on('error', reject)
  child.on('exit', () => reject(new Error(`${child.spawnfile} ended: ${said}`)))
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (bytes: Buffer) => {
      said = (said + bytes.toString()).slice(-4000)
      if (said.includes(ready)) resolve()
    })
  try {
    await promise
  } finally {
    clearTimeout(timer)
  }
}
