// `node tools/first-answer.ts [--runs 5]`, after a build: publishes to a registry of its own, and prints how long npx takes from an empty folder
// to a translated answer, with what is installed and kept, beside the same of Portkey.
import { spawn, type ChildProcess } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startScriptedProvider } from '../packages/scripted-provider/src/http.ts'
import { bytesIn } from './bytes-in.ts'
import { freePort } from './free-port.ts'
import { startRegistry, type LocalRegistry } from './local-registry.ts'
import { machinePath } from './machine-path.ts'
import { publishTo } from './publish-to.ts'
import { residentOf } from './resident-of.ts'
import { processTimeout } from './start-process.ts'

/** A program that npx starts, and how its first answer is got. */
export interface FirstUse {
  /** Package that npx is asked for. */
  readonly name: string
  readonly args: (port: number) => readonly string[]
  readonly env: (port: number) => Readonly<Record<string, string>>
  /** Path that answers with 200 when the program serves. */
  readonly ready: string
  /** File of the installation that Node runs. */
  readonly main: string
  /** Request of Chat Completions for a model of Anthropic's; `output`: what the program printed at its start. */
  readonly ask: (output: string) => { readonly headers: Readonly<Record<string, string>>; readonly model: string }
}

/** Nothing is set up: the demo answers, in the format of Messages. */
export const interlingua: FirstUse = {
  name: '@interlingua/gateway',
  args: () => [],
  env: (port) => ({ PORT: String(port) }),
  ready: '/healthz',
  main: '@interlingua/gateway/dist/main.js',
  ask: (output) => ({
    headers: { authorization: `Bearer ${/\bil-[\w-]+/.exec(output)?.[0]}` },
    model: 'demo-messages',
  }),
}

/** Has no demo: the scripted provider answers at `upstream`, in the same format. */
function portkey(upstream: string): FirstUse {
  return {
    name: '@portkey-ai/gateway@1.15.2',
    args: (port) => [`--port=${port}`, '--headless'],
    env: () => ({}),
    ready: '/',
    main: '@portkey-ai/gateway/build/start-server.js',
    ask: () => ({
      headers: {
        authorization: 'Bearer scripted',
        'x-portkey-provider': 'anthropic',
        'x-portkey-custom-host': `${upstream.replace('127.0.0.1', 'localhost')}/v1`,
      },
      model: 'claude-sonnet-4-5',
    }),
  }
}

export interface Figures {
  /** Seconds from the command to the whole answer, with the installation. */
  readonly answer: number
  /** MB on disk. */
  readonly installed: number
  /** Seconds of processor time until it serves, started without npx. */
  readonly cpu: number
  /** MiB resident, 3 seconds after that. */
  readonly idle: number
}

/** Runs npx in an empty folder with an empty cache and nothing in its home, on Node 22 with the npm of this machine, up to a translated answer. */
export async function measureFirstAnswer(use: FirstUse, registry: LocalRegistry, folder: string): Promise<Figures> {
  const [home, project, cache] = ['home', 'project', 'cache'].map((name) => join(folder, name)) as [string, string, string] // three names
  for (const each of [home, project]) mkdirSync(each, { recursive: true })
  const path = [join(registry.node22, 'bin'), machinePath()].join(delimiter)
  const port = await freePort()
  const env = { PATH: path, HOME: home, npm_config_cache: cache, HOST: '127.0.0.1', ...registry.env, ...use.env(port) }
  const began = performance.now()
  const npx = spawn('npx', ['--yes', use.name, ...use.args(port)], {
    cwd: project,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  try {
    await firstAnswer(use, npx, port)
  } finally {
    // npx and what it started are a group of their own.
    process.kill(-(npx.pid ?? 0), 'SIGKILL')
  }
  const answer = (performance.now() - began) / 1000
  const [modules = ''] = globSync('_npx/*/node_modules', { cwd: cache }).map((each) => join(cache, each))
  const main = join(modules, use.main)
  const node = join(registry.node22, 'bin/node')
  const alone = spawn(node, [main, ...use.args(port)], { cwd: project, env, stdio: ['ignore', 'ignore', 'inherit'] })
  try {
    await serves(`http://127.0.0.1:${port}${use.ready}`)
    const cpu = cpuOf(alone)
    await sleep(3000)
    return { answer, installed: bytesIn(modules).onDisk / 1e6, cpu, idle: residentOf(alone).resident / 2 ** 20 }
  } finally {
    alone.kill('SIGKILL')
  }
}

/** Waits for the program, asks it once, and holds the answer to be one of Chat Completions. */
async function firstAnswer(use: FirstUse, npx: ChildProcess, port: number): Promise<void> {
  let output = ''
  npx.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text))
  await serves(`http://127.0.0.1:${port}${use.ready}`)
  const until = performance.now() + processTimeout
  for (;;) {
    const { headers, model } = use.ask(output)
    const answer = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ model, max_tokens: 100, messages: [{ role: 'user', content: 'Hello' }] }),
    })
    const body = await answer.text()
    if (answer.ok && (JSON.parse(body) as { object?: string }).object === 'chat.completion') return
    // The key is printed when it serves, and may come a moment later than the first answer of /healthz.
    if (performance.now() > until) throw new Error(`${use.name} answers ${answer.status} ${body}`)
    await sleep(20)
  }
}

async function serves(url: string): Promise<void> {
  const until = performance.now() + 2 * processTimeout
  const ask = (): Promise<boolean> =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await ask())) {
    if (performance.now() > until) throw new Error(`nothing serves ${url}`)
    await sleep(10)
  }
}

/** Seconds of processor time, user and system. */
function cpuOf({ pid }: ChildProcess): number {
  // After the program's name, which may hold spaces, the 12th and 13th fields are ticks of 10 ms.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' } } })
  const folder = mkdtempSync(join(tmpdir(), 'interlingua-first-answer-'))
  const registry = await startRegistry(join(folder, 'registry'))
  const upstream = await startScriptedProvider()
  try {
    await publishTo(registry)
    const uses = [interlingua, portkey(upstream.url)]
    // A run before those that count brings the packages of others into the registry.
    const measured = new Map<string, Figures[]>()
    for (let run = 0; run <= Number(values.runs); run++)
      for (const use of uses) {
        const figures = await measureFirstAnswer(use, registry, join(folder, `${run}-${uses.indexOf(use)}`))
        if (run > 0) measured.set(use.name, [...(measured.get(use.name) ?? []), figures])
      }
    console.log('| | npx to a translated answer, s | installed, MB on disk | CPU until it serves, s | idle, MiB |\n|---|---|---|---|---|')
    for (const [name, all] of measured) {
      const cells = (['answer', 'installed', 'cpu', 'idle'] as const).map((key) => cellOf(all.map((each) => each[key])))
      console.log(`| ${name} | ${cells.join(' | ')} |`)
    }
  } finally {
    await upstream.close()
    await registry.close()
    rmSync(folder, { recursive: true })
  }
}

/** The median, and the least and the most. */
function cellOf(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b)
  const [least = 0, median = 0, most = 0] = [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
  return `${print(median)} (${print(least)} to ${print(most)})`
}

function print(value: number): string {
  return value.toFixed(value < 10 ? 2 : 0)
}
