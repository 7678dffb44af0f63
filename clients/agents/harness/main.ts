// Runs one agent onto every upstream, case by case, each time in a fresh home, and prints a line of JSON for each.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { CaseName } from '../../driver/cases.ts'
import { runAgent } from '../../driver/run-agent.ts'
import type { Agent } from '../agent.ts'
import { agentList } from '../agents.ts'

/** Seconds for one task of an agent. */
const timeout = 100

interface Setting {
  readonly key: string
  readonly upstreams: Readonly<Record<string, string>>
  readonly models: Readonly<Record<Agent['vendor'], string>>
  readonly adaptiveModel: string
}

const [name = '', cache = ''] = process.argv.slice(2)
const agent = agentList.find((each) => each.name === name)
if (agent === undefined) throw new Error(`there is no agent ${name}`)
const setting = JSON.parse(readFileSync(process.env['CLIENTS_SETTING'] ?? '', 'utf8')) as Setting // the driver writes it so
for (const [upstream, url] of Object.entries(setting.upstreams))
  for (const each of (process.env['CLIENTS_CASES'] ?? '').split(',') as CaseName[])
    // the driver names the cases
    if (each !== 'replay') await runCase(agent, upstream, url, each)

async function runCase(agent: Agent, upstream: string, url: string, each: CaseName): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'interlingua-agent-'))
  const work = join(home, 'work')
  mkdirSync(work)
  const word = `saffron-${Math.trunc(1000 + Math.random() * 9000)}`
  writeFileSync(join(work, 'word.txt'), `${word}\n`)
  const model = agent.adaptive ? setting.adaptiveModel : setting.models[agent.vendor]
  const run = agent.configure({ url, key: setting.key, model })
  for (const [file, text] of Object.entries(run.files)) {
    mkdirSync(dirname(join(home, file)), { recursive: true })
    writeFileSync(join(home, file), text)
  }
  const prompt = `#${agent.name}/${upstream}/${each}# ${promptOf(agent, each).replace('$WORD', word)}`
  const began = performance.now()
  const { code, text } = await runAgent({
    program: join(cache, agent.program),
    args: [...run.args, prompt],
    env: run.env,
    cwd: work,
    home,
    timeout,
  })
  const millis = Math.round(performance.now() - began)
  const copied = join(work, 'copied.txt')
  const wrote = existsSync(copied) && readFileSync(copied, 'utf8').includes(word)
  const problem = judge(each, code, wrote, text.includes(word))
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  const note = problem === undefined ? '' : `${problem}: ${text.slice(-1500)}`
  console.log(JSON.stringify({ upstream, case: each, ok: problem === undefined, note, millis }))
}

function promptOf(agent: Agent, each: CaseName): string {
  if (each === 'cut') return '[demo:words 400][demo:cut]'
  const loop = agent.prompt(['cp word.txt copied.txt', 'cat copied.txt'])
  return each === 'recover' ? `${loop} [demo:cut times=1]` : loop
}

function judge(each: CaseName, code: number | null, wrote: boolean, told: boolean): string | undefined {
  if (code === null) return 'it did not end in time'
  if (each === 'cut') return code === 0 ? 'half of an answer was taken for the whole' : undefined
  if (code !== 0) return `it ended with code ${code}`
  if (!wrote) return 'the file was not written'
  return told ? undefined : 'what the tool said is not in its text'
}
