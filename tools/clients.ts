// `pnpm agents [agents, upstreams or cases]`: drives command-line agents through the gateway onto four upstreams. See clients/README.md.
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { cacheFolder } from '../clients/driver/cache-folder.ts'
import { printTable } from '../clients/driver/print-table.ts'
import { upstreamNames } from '../clients/driver/upstreams.ts'
import type { Agent } from './clients/agents/agent.ts'
import { agentCases, type AgentCase, type agentPrompts } from './clients/agents/agent-cases.ts'
import { agents } from './clients/agents/agents.ts'
import type { Column } from './clients/agents/column.ts'
import { driveAgent, type Drive } from './clients/agents/drive-agent.ts'
import { startAgentsSetting } from './clients/agents/start-agents-setting.ts'
import { installPackages } from './clients/install-packages.ts'

const { values, positionals: only } = parseArgs({
  options: { all: { type: 'boolean', default: false }, direct: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const columns = narrow<Column>(values.direct ? [...upstreamNames, 'direct'] : upstreamNames)
const cases = narrow<keyof typeof agentPrompts>(['loop', 'cut'])
const named = agents.filter(({ name }) => only.some((each) => name === each || name.startsWith(`${each}-`)))
const wanted = named.length > 0 ? named : agents.filter(({ representative }) => values.all || representative === true)

// Child processes end with this process, in whatever way it ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
const programs = new Map<string, string>()
for (const agent of wanted) programs.set(agent.program, await install(agent))
const scratch = mkdtempSync(join(tmpdir(), 'interlingua-agents-'))
const setting = await startAgentsSetting(scratch)
const drives: Drive[] = []
try {
  const queue = wanted.flatMap((agent) => columns.flatMap((column) => cases.map((name) => ({ agent, column, name }))))
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { agent, column, name } = next
      const done = await driveAgent(agent, name, column, programs.get(agent.program) ?? '', scratch, setting)
      for (const drive of done) report(drive)
      drives.push(...done)
    }
  }
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work))
} finally {
  await setting.close()
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
}
console.log(`\n${printTable(['agent', ...columns, 'time'], wanted.map(row))}`)
process.exitCode = drives.length > 0 && drives.every(({ ok }) => ok) ? 0 : 1

/** Items that were named, or all if none was. */
function narrow<T extends string>(all: readonly T[]): readonly T[] {
  const named = all.filter((each) => only.includes(each))
  return named.length > 0 ? named : all
}

async function install(agent: Agent): Promise<string> {
  const folder = join(cacheFolder('agents'), agent.program)
  await installPackages(folder, [`${agent.package}@${agent.version}`])
  return join(folder, 'node_modules', '.bin')
}

function report({ agent, column, case: name, ok, note, millis, output }: Drive): void {
  console.log(`${ok ? 'ok' : 'FAILED'}: ${agent} on ${column}: ${name} (${(millis / 1000).toFixed(1)} s): ${note}`)
  if (!ok && name !== 'replay') console.error(`${output}\n${setting.log(column)}`)
}

function row({ name }: Agent): readonly string[] {
  const own = drives.filter(({ agent }) => agent === name)
  const cell = (column: Column): string =>
    agentCases
      .flatMap((each: AgentCase) => own.filter((drive) => drive.column === column && drive.case === each))
      .map(({ case: each, ok }) => (ok ? each : `${each.toUpperCase()}!`))
      .join(' ')
  const millis = own.filter((drive) => drive.case !== 'replay').reduce((sum, drive) => sum + drive.millis, 0)
  return [name, ...columns.map(cell), `${(millis / 1000).toFixed(0)} s`]
}
