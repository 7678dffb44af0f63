// `pnpm setups [agents]`: sets agents up by `interlingua setup` in fresh homes, drives each through a tool loop, and takes the set-up back.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { agents as pythonAgents } from '../clients/agents/language.ts'
import { cacheFolder } from '../clients/driver/cache-folder.ts'
import { startGateway } from '../clients/driver/start-gateway.ts'
import { agents } from './clients/agents/agents.ts'
import { installPackages } from './clients/install-packages.ts'
import { driveSetup } from './setups/drive-setup.ts'
import { type Guest, guests } from './setups/guests.ts'

const only = process.argv.slice(2)
const wanted = guests.filter(({ id }) => only.length === 0 || only.includes(id))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
const cache = cacheFolder('agents')
for (const { program } of wanted) {
  const [folder = ''] = program.split('/')
  const agent = agents.find((each) => each.program === folder)
  if (agent !== undefined) await installPackages(join(cache, folder), [`${agent.package}@${agent.version}`])
  else
    await pythonAgents.prepare(
      cache,
      pythonAgents.clients.filter((client) => 'program' in client && client.program === program),
    )
}
const scratch = mkdtempSync(join(tmpdir(), 'interlingua-setups-'))
// The gateway as it is in its first minute: with the demo, and without channels.
const folder = join(scratch, 'gateway')
mkdirSync(folder)
const gateway = await startGateway(folder, { demo: true }, 'key-of-the-operator')
writeFileSync(join(folder, 'interlingua.yaml'), `demo: true\ndata: ${folder}\n`)
let failed = wanted.length === 0
try {
  const queue = [...wanted]
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await drive(next)
  }
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work))
} finally {
  await gateway.close()
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
}
process.exitCode = failed ? 1 : 0

async function drive(guest: Guest): Promise<void> {
  const { problems, seconds, output } = await driveSetup(guest, cache, { url: gateway.url, folder }, scratch)
  const ok = problems.length === 0
  failed ||= !ok
  console.log(
    `${ok ? 'ok' : 'FAILED'}: ${guest.id}: set up in ${seconds.setup.toFixed(1)} s, tool loop in ${seconds.agent.toFixed(1)} s${problems.map((each) => `\n  ${each}`).join('')}`,
  )
  if (!ok) console.error(output)
}
