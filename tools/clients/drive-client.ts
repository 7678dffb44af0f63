import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Client, ClientRun } from './client.ts'

export interface Drive {
  readonly client: string
  readonly model: string
  readonly millis: number
  /** What went wrong; absent where the tool ran and the final text is right. */
  readonly problem?: string
  readonly output: string
}

export interface DriveSetting {
  readonly model: string
  readonly gateway: string
  readonly key: string
  /** The folder of the installed programs. */
  readonly programs: string
  readonly scratch: string
}

/** Seconds that one client has for its whole turn. */
const patience = 60
/** Nothing listens here: what a client wants from elsewhere fails at once instead of leaving the machine. */
const deadProxy = 'http://127.0.0.1:9'

/** One client's turn in a fresh home: its shell tool copies a file whose word the final text must tell. */
export async function driveClient(client: Client, { model, gateway, key, programs, scratch }: DriveSetting): Promise<Drive> {
  const home = mkdtempSync(join(scratch, `${client.program}-`))
  const work = join(home, 'work')
  mkdirSync(work)
  const word = `saffron-${Math.trunc(1000 + Math.random() * 9000)}`
  writeFileSync(join(work, 'word.txt'), `${word}\n`)
  const run = client.prepare({ model: client.ownNames?.[model] ?? model, gateway, key, shell: 'cp word.txt copied.txt && cat copied.txt' })
  for (const [name, content] of Object.entries(run.files ?? {})) {
    mkdirSync(dirname(join(home, name)), { recursive: true })
    writeFileSync(join(home, name), content)
  }
  const began = performance.now()
  const { code, text } = await runProgram(join(programs, client.program), run, work, home)
  const millis = performance.now() - began
  const answer = run.answerFile === undefined ? text : readIfThere(join(home, run.answerFile))
  const problem =
    code === null
      ? `it did not end within ${patience} s`
      : code !== 0
        ? `it ended with code ${code}`
        : !existsSync(join(work, 'copied.txt'))
          ? 'its tool did not run'
          : !answer.includes(word)
            ? 'its final text does not hold what the tool said'
            : undefined
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  return { client: client.name, model, millis, output: text.slice(-4000), ...(problem !== undefined && { problem }) }
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

/** Runs in its own process group, so that what a client leaves behind ends with it. `code` is null where time was up. */
function runProgram(
  program: string,
  { args, env, input }: ClientRun,
  cwd: string,
  home: string,
): Promise<{ readonly code: number | null; readonly text: string }> {
  return new Promise((settle) => {
    const child = spawn(program, args, { cwd, env: { ...freshEnvironment(home), ...env }, stdio: 'pipe', detached: true })
    // A client that reads nothing closes the pipe.
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

function readIfThere(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}
