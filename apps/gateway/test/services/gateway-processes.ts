import { build } from 'esbuild'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { atEnd } from '../at-end.ts'
import { tempFolder } from '../temp-folder.ts'
import type { GatewayConfig } from '../../src/index.ts'

/** A gateway in a process of its own. */
export interface GatewayProcess {
  readonly url: string
  readonly pid: number
  /** Issues a key in the process; `onIssued` is called for each issued key. */
  issue(name: string): void
  /** Kills the process by `kill -9`. Resolves when the process is gone. */
  kill(): Promise<void>
}

export interface GatewayProcesses {
  /** Starts one. The next is being loaded meanwhile. */
  start(config: GatewayConfig, onIssued?: (name: string, secret: string) => void): Promise<GatewayProcess>
}

/**
 * Starts gateways as processes, bundled into one file, so that a start takes some tenths of a second. Those that live after the file's tests are
 * killed.
 */
export async function gatewayProcesses(): Promise<GatewayProcesses> {
  const folder = tempFolder('process')
  const children = new Set<ChildProcess>()
  atEnd(() => Promise.all([...children].map(kill)))
  await build({
    entryPoints: [fileURLToPath(new URL('gateway-child.ts', import.meta.url))],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    // Some dependencies ask for modules of Node as CommonJS does.
    banner: { js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);" },
  })

  function load(): Loaded {
    const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: join(folder, 'cache') }
    const child = spawn(process.execPath, [join(folder, 'gateway-child.mjs')], { env, stdio: ['pipe', 'pipe', 'inherit'] })
    children.add(child)
    child.stdin.on('error', () => {})
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    return { child, lines, ready: lines.next() }
  }

  async function kill(child: ChildProcess): Promise<void> {
    children.delete(child)
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  let next = load()
  return {
    async start(config, onIssued) {
      const { child, lines, ready } = next
      next = load()
      await ready
      child.stdin?.write(`${JSON.stringify(config)}\n`)
      const { value } = await lines.next()
      if (typeof value !== 'string') throw new Error('the gateway ended before it was there')
      const { url } = JSON.parse(value) as { readonly url: string } // written by gateway-child.ts
      void hear(lines, onIssued)
      return { url, pid: child.pid ?? 0, issue: (name) => void child.stdin?.write(`${name}\n`), kill: () => kill(child) }
    },
  }
}

interface Loaded {
  readonly child: ChildProcess
  readonly lines: AsyncIterator<string>
  readonly ready: Promise<unknown>
}

async function hear(lines: AsyncIterator<string>, onIssued: ((name: string, secret: string) => void) | undefined): Promise<void> {
  for (let line = await lines.next(); line.done !== true; line = await lines.next()) {
    try {
      const { name, secret } = JSON.parse(line.value) as { readonly name: string; readonly secret: string } // written by gateway-child.ts
      onIssued?.(name, secret)
    } catch {
      // A line that was cut by the kill.
    }
  }
}
