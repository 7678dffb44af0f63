import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { upstreamNames } from './upstreams.ts'
import { caseNames } from './cases.ts'
import { casesOf } from './cases-of.ts'
import type { Client, Command, Result } from './language.ts'

export interface HarnessRun {
  readonly results: readonly Result[]
  readonly millis: number
  /** Reason of an irregular end, with the end of the other output. Absent: a regular end. */
  readonly problem?: string
}

/** Seconds of one client for all upstreams and cases. */
const timeout = 420

/** Runs one client's harness to its end. Other lines on its standard output are kept for a failing case. */
export function runHarness({ program, args, cwd, env = {} }: Command, client: Client, setting: string): Promise<HarnessRun> {
  return new Promise((settle) => {
    const began = performance.now()
    const results: Result[] = []
    const child = spawn(program, args, {
      ...(cwd !== undefined && { cwd }),
      env: {
        ...process.env,
        NO_PROXY: '127.0.0.1,localhost',
        no_proxy: '127.0.0.1,localhost',
        ...env,
        CLIENTS_SETTING: setting,
        CLIENTS_CASES: casesOf(client).join(','),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    })
    let rest = ''
    const keep = (text: string): void => void (rest = (rest + text).slice(-4000))
    const lines = createInterface({ input: child.stdout })
    lines.on('line', (line) => {
      const result = readResult(line, client.name)
      if (result === undefined) keep(`${line}\n`)
      else results.push(result)
    })
    child.stderr.on('data', (chunk: Buffer) => keep(chunk.toString('utf8')))
    child.once('error', (error) => keep(error.message))
    let late = false
    const timer = setTimeout(() => {
      late = true
      if (child.pid !== undefined) process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL')
    }, timeout * 1000)
    child.once('close', (code) => {
      clearTimeout(timer)
      lines.close()
      const problem = late ? `it did not end within ${timeout} s` : code !== 0 ? `it ended with code ${code}` : undefined
      settle({ results, millis: performance.now() - began, ...(problem !== undefined && { problem: `${problem}\n${rest}` }) })
    })
  })
}

function readResult(line: string, client: string): Result | undefined {
  if (!line.startsWith('{"upstream"')) return undefined
  const { upstream, case: name, ok, note = '', millis = 0 } = JSON.parse(line) as Partial<Result> // checked here
  if (upstream === undefined || !upstreamNames.includes(upstream) || name === undefined || !caseNames.includes(name)) return undefined
  return { client, upstream, case: name, ok: ok === true, note, millis, at: performance.now() }
}
