import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

const timeoutMs = 20_000

export interface RunningServer {
  /** Asks the server to end, and waits until it has ended. */
  stop(): Promise<void>
}

/** Shell script that ends the server when its standard input ends, which happens with the process of the test, however that ends. */
const keeper = 'exec 3<&0; "$@" & server=$!; { cat <&3 >/dev/null; kill -s "$SIGNAL" $server; } 2>/dev/null & wait $server'

/**
 * Starts a server that lives as long as this process; resolves once the server has printed `ready`, and rejects with its output if it ends before.
 */
export async function startServer(
  program: string,
  parameters: readonly string[],
  { ready, stopBy, ...user }: { readonly ready: string; readonly stopBy: 'INT' | 'TERM'; readonly uid?: number; readonly gid?: number },
): Promise<RunningServer> {
  const env = { ...process.env, SIGNAL: stopBy }
  const child = spawn('sh', ['-c', keeper, 'sh', program, ...parameters], { ...user, env, stdio: 'pipe' })
  await isReady(child, ready)
  return {
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.stdin.end()
      await ended
    },
  }
}

async function isReady(child: ChildProcess, ready: string): Promise<void> {
  let said = ''
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => child.stdin?.end(), timeoutMs)
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
