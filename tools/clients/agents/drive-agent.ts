import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runAgent } from '../../../clients/driver/run-agent.ts'
import type { SeenRequest } from '../../../clients/driver/watch-upstream.ts'
import { agentPrompts, type AgentCase } from './agent-cases.ts'
import type { Agent } from './agent.ts'
import type { Column } from './column.ts'
import { refusalOf, replayOf, wasRepeated } from './judge-drive.ts'
import type { AgentsSetting } from './start-agents-setting.ts'

export interface Drive {
  readonly agent: string
  readonly column: Column
  readonly case: AgentCase
  readonly ok: boolean
  /** Reason of a failure, or an observation. */
  readonly note: string
  readonly millis: number
  /** End of the agent's output. */
  readonly output: string
}

/** Seconds for one agent's whole turn. */
const timeout = 90

/**
 * Runs one agent's turn in a fresh home: its shell tool copies a file, and the final text must state the word in it. A turn whose shell tool
 * ran but returned no output to any upstream is run once more: on a busy machine, some agents lose the output of a child process.
 */
export async function driveAgent(
  ...turn: readonly [Agent, Exclude<AgentCase, 'replay'>, Column, string, string, AgentsSetting]
): Promise<readonly Drive[]> {
  const first = await driveOnce(...turn)
  if (!first.lostOutput) return first.drives
  console.log(`${turn[0].name} on ${turn[2]}: its shell tool returned no output; the turn is run once more`)
  return (await driveOnce(...turn)).drives
}

interface DrivenOnce {
  readonly drives: readonly Drive[]
  /** True if the shell tool ran, and no request held what it printed. */
  readonly lostOutput: boolean
}

async function driveOnce(
  agent: Agent,
  name: Exclude<AgentCase, 'replay'>,
  column: Column,
  programs: string,
  scratch: string,
  setting: AgentsSetting,
): Promise<DrivenOnce> {
  const home = mkdtempSync(join(scratch, `${agent.program}-`))
  const work = join(home, 'work')
  mkdirSync(work)
  const word = `saffron-${Math.trunc(1000 + Math.random() * 9000)}`
  writeFileSync(join(work, 'word.txt'), `${word}\n`)
  const mark = `#${agent.name}/${column}/${name}#`
  const prompt = `Task ${mark}: ${agentPrompts[name](agent)}`
  const id = `${agent.name}/${column}/${name}`
  const run = agent.prepare({ model: agent.model, gateway: setting.url(column), key: setting.key, prompt, id })
  for (const [file, content] of Object.entries(run.files ?? {})) {
    mkdirSync(dirname(join(home, file)), { recursive: true })
    writeFileSync(join(home, file), content)
  }
  const began = performance.now()
  const { code, text } = await runAgent({ ...run, program: join(programs, agent.program), cwd: work, home, timeout })
  const millis = performance.now() - began
  const answer = run.answerFile === undefined ? text : readIfThere(join(home, run.answerFile))
  const copied = readIfThere(join(work, 'copied.txt')).trim() === word
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  const seen = setting.seen(mark)
  const upstream = column === 'direct' ? agent.speaks : column
  const refused = agent.refused?.on.includes(column) === true
  const tells = refused || (name === 'cut' && agent.tellsCut?.on.includes(column) === true)
  const problem =
    code === null
      ? `it did not end within ${timeout} s`
      : tells
        ? failedAsKnown(code)
        : code !== 0
          ? `it ended with code ${code}`
          : ((name === 'cut' ? recovered(seen) : looped(copied, answer.includes(word))) ??
            (column === 'direct' ? undefined : (socketMissing(agent, setting, column, id) ?? refusalOf(upstream, seen))))
  const drive = { agent: agent.name, column, millis, output: text.slice(-4000) }
  const done: Drive = { ...drive, case: name, ok: problem === undefined, note: problem ?? `${seen.length} requests` }
  const lostOutput = problem === unstated && !seen.some(({ body }) => body.includes(word))
  const forgets = agent.forgets !== undefined && (agent.forgets.on?.includes(column) ?? true)
  const replay = name === 'loop' && !forgets && !refused ? replayOf(upstream, seen) : undefined
  if (replay === undefined) return { drives: [done], lostOutput }
  const replayed: Drive = { ...drive, case: 'replay', ok: done.ok && replay.ok, note: done.ok ? replay.note : 'the loop failed' }
  return { drives: [done, replayed], lostOutput }
}

/** Problem of an agent that was to ask over a WebSocket, and did not. */
function socketMissing({ opensSocket }: Agent, setting: AgentsSetting, column: Column, id: string): string | undefined {
  return opensSocket !== true || setting.opened(column, id) ? undefined : 'it opened no WebSocket'
}

const unstated = 'its final text does not hold what the tool said'

function looped(copied: boolean, told: boolean): string | undefined {
  if (!copied) return 'its tool did not run'
  return told ? undefined : unstated
}

function failedAsKnown(code: number): string | undefined {
  return code === 0
    ? 'it ended well, though it is known to fail here: remove its tellsCut or refused, or it took half an answer for the whole'
    : undefined
}

function recovered(seen: readonly SeenRequest[]): string | undefined {
  return wasRepeated(seen) ? undefined : 'it took half an answer for the whole'
}

function readIfThere(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}
