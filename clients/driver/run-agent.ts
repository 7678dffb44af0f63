import { spawn } from 'node:child_process'
import { freshEnvironment } from './fresh-environment.ts'

export interface AgentTask {
  /** A file that can be started, or a script of Node's. */
  readonly program: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Text of its standard input. Absent: none. */
  readonly input?: string
  readonly cwd: string
  readonly home: string
  /** Seconds until the agent is killed. */
  readonly timeout: number
}

/** Runs an agent to its end in a process group of its own, so that its child processes end with it. `code` is null if time was up. */
export function runAgent({ program, args, env, input, cwd, home, timeout }: AgentTask): Promise<{
  readonly code: number | null
  readonly text: string
}> {
  return new Promise((settle) => {
    const script = program.endsWith('.mjs')
    const child = spawn(script ? process.execPath : program, script ? [program, ...args] : args, {
      cwd,
      env: { ...freshEnvironment(home), ...env },
      stdio: 'pipe',
      detached: true,
    })
    // An agent that reads nothing closes the pipe.
    child.stdin.on('error', () => {})
    child.stdin.end(input ?? '')
    let text = ''
    let late = false
    const end = (): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // The group is gone already.
      }
    }
    const timer = setTimeout(() => {
      late = true
      end()
    }, timeout * 1000)
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
    child.once('error', (error) => (text += error.message))
    child.once('exit', () => setTimeout(end, 200))
    child.once('close', (code) => {
      clearTimeout(timer)
      settle({ code: late ? null : (code ?? 1), text })
    })
  })
}
