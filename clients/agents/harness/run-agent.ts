import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import type { AgentRun } from '../agent.ts'

/** Seconds that an agent has for one task. */
const patience = 100
/** Nothing listens here: what an agent wants from elsewhere fails at once instead of leaving the machine. */
const deadProxy = 'http://127.0.0.1:9'

/** Runs an agent to its end in a process group of its own, so that what it leaves behind ends with it. `code` is null where time was up. */
export function runAgent(
  program: string,
  { args, env }: AgentRun,
  cwd: string,
  home: string,
): Promise<{ readonly code: number | null; readonly text: string }> {
  return new Promise((settle) => {
    const script = program.endsWith('.mjs')
    const child = spawn(script ? process.execPath : program, script ? [program, ...args] : args, {
      cwd,
      env: { ...freshEnvironment(home), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
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
    }, patience * 1000)
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

/** Nothing of the caller's environment but where programs are found. */
function freshEnvironment(home: string): Record<string, string> {
  const proxies = Object.fromEntries(['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].map((name) => [name, deadProxy]))
  return {
    PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local/share'),
    XDG_CACHE_HOME: join(home, '.cache'),
    TERM: 'dumb',
    LANG: 'C.UTF-8',
    NO_PROXY: '127.0.0.1,localhost',
    no_proxy: '127.0.0.1,localhost',
    ...proxies,
  }
}
