import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { atEnd } from '../at-end.ts'
import { waitFor } from '../wait-for.ts'

// A process takes a second to start, and many where the machine is busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const program = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const running = new Set<ChildProcess>()

export interface Run {
  readonly child: ChildProcess
  readonly out: () => string
  readonly err: () => string
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>
}

/** Runs `interlingua` with these arguments as a process in this folder; of the test's environment the process gets only the search path. */
export function runProgram(args: readonly string[], cwd: string, environment: Readonly<Record<string, string>> = {}): Run {
  const child = spawn(process.execPath, [program, ...args], { cwd, env: { PATH: process.env['PATH'], PORT: '0', ...environment } })
  running.add(child)
  atEnd(() => running.has(child) && child.kill('SIGKILL'))
  let out = ''
  let err = ''
  child.stdout.on('data', (bytes: Buffer) => (out += bytes.toString()))
  child.stderr.on('data', (bytes: Buffer) => (err += bytes.toString()))
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child)
    return code as number | null // the event's first value
  })
  return { child, out: () => out, err: () => err, ended }
}

/** Waits until a gateway prints its address. */
export async function addressOf({ out, err }: Run): Promise<string> {
  await waitFor(() => /listens on http:\/\/\S+/.test(out()) || err() !== '', 60_000)
  const url = /listens on (http:\/\/\S+)/.exec(out())?.[1]
  if (url === undefined) throw new Error(`it does not listen: ${err()}`)
  return url
}
