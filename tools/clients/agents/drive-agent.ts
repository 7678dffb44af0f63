import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { SeenRequest } from '../../../clients/driver/watch-upstream.ts'
import { agentPrompts, type AgentCase } from './agent-cases.ts'
import type { Agent, AgentRun } from './agent.ts'
import type { Column } from './column.ts'
import { refusalOf, replayOf, wasRepeated } from './judge-drive.ts'
import type { AgentsSetting } from './start-agents-setting.ts'

export interface Drive {
  readonly agent: string
  readonly column: Column
  readonly case: AgentCase
  readonly ok: boolean
  /** What went wrong, or what was seen. */
  readonly note: string
  readonly millis: number
  /** The end of what the agent printed. */
  readonly output: string
}

/** Seconds that one agent has for its whole turn. */
const patience = 60
/** Nothing listens here: what an agent wants from elsewhere fails at once instead of leaving the machine. */
const deadProxy = 'http://127.0.0.1:9'

/** One agent's turn in a fresh home: its shell tool copies a file whose word the final text must tell. */
export async function driveAgent(
  agent: Agent,
  name: Exclude<AgentCase, 'replay'>,
  column: Column,
  programs: string,
  scratch: string,
  setting: AgentsSetting,
): Promise<readonly Drive[]> {
  const home = mkdtempSync(join(scratch, `${agent.program}-`))
  const work = join(home, 'work')
  mkdirSync(work)
  const word = `saffron-${Math.trunc(1000 + Math.random() * 9000)}`
  writeFileSync(join(work, 'word.txt'), `${word}\n`)
  const mark = `#${agent.name}/${column}/${name}#`
  const prompt = `Task ${mark}: ${agentPrompts[name](agent)}`
  const run = agent.prepare({ model: agent.model, gateway: setting.url(column), key: setting.key, prompt })
  for (const [file, content] of Object.entries(run.files ?? {})) {
    mkdirSync(dirname(join(home, file)), { recursive: true })
    writeFileSync(join(home, file), content)
  }
  const began = performance.now()
  const { code, text } = await runProgram(join(programs, agent.program), run, work, home)
  const millis = performance.now() - began
  const answer = run.answerFile === undefined ? text : readIfThere(join(home, run.answerFile))
  const copied = readIfThere(join(work, 'copied.txt')).trim() === word
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  const seen = setting.seen(mark)
  const upstream = column === 'direct' ? agent.speaks : column
  const tells = name === 'cut' && agent.tellsCut?.on.includes(column) === true
  const problem =
    code === null
      ? `it did not end within ${patience} s`
      : tells
        ? toldCut(code)
        : code !== 0
          ? `it ended with code ${code}`
          : ((name === 'cut' ? recovered(seen) : looped(copied, answer.includes(word))) ??
            (column === 'direct' ? undefined : refusalOf(upstream, seen)))
  const drive = { agent: agent.name, column, millis, output: text.slice(-4000) }
  const done: Drive = { ...drive, case: name, ok: problem === undefined, note: problem ?? `${seen.length} requests` }
  const replay = name === 'loop' && agent.forgets === undefined ? replayOf(upstream, seen) : undefined
  if (replay === undefined) return [done]
  return [done, { ...drive, case: 'replay', ok: done.ok && replay.ok, note: done.ok ? replay.note : 'the loop failed' }]
}

function looped(copied: boolean, told: boolean): string | undefined {
  if (!copied) return 'its tool did not run'
  return told ? undefined : 'its final text does not hold what the tool said'
}

function toldCut(code: number): string | undefined {
  return code === 0
    ? 'it ended well, though it is known to tell a cut: strike its tellsCut, or it took half an answer for the whole'
    : undefined
}

function recovered(seen: readonly SeenRequest[]): string | undefined {
  return wasRepeated(seen) ? undefined : 'it took half an answer for the whole'
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

/** Runs in its own process group, so that what an agent leaves behind ends with it. `code` is null where time was up. */
function runProgram(
  program: string,
  { args, env, input }: AgentRun,
  cwd: string,
  home: string,
): Promise<{ readonly code: number | null; readonly text: string }> {
  return new Promise((settle) => {
    const child = spawn(program, args, { cwd, env: { ...freshEnvironment(home), ...env }, stdio: 'pipe', detached: true })
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
