// `pnpm agents`: drives real command-line clients through the gateway onto each upstream dialect of the demo provider. Each runs a tool on
// this machine and must come to the right final text. The clients are installed outside of the workspace, once.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { claudeCode } from './clients/claude-code.ts'
import { codex } from './clients/codex.ts'
import { codexOwnNames } from './clients/codex-own-names.ts'
import { driveClient, type Drive } from './clients/drive-client.ts'
import { geminiCli } from './clients/gemini-cli.ts'
import { installClients } from './clients/install-clients.ts'
import { opencode } from './clients/opencode.ts'
import { startDemoGateway } from './clients/start-demo-gateway.ts'

const clients = [claudeCode, codex, codexOwnNames, geminiCli, opencode]
const models = ['demo-messages', 'demo-responses', 'demo-chat', 'demo-contents']
const only = process.argv.slice(2)

const programs = await installClients(clients)
const scratch = mkdtempSync(join(tmpdir(), 'interlingua-clients-'))
const gateway = await startDemoGateway(scratch, models, clients)
const drives: Drive[] = []
try {
  for (const client of clients) {
    for (const model of models) {
      if (only.length > 0 && !only.includes(client.name) && !only.includes(model)) continue
      const drive = await driveClient(client, { model, gateway: gateway.url, key: gateway.key, programs, scratch })
      drives.push(drive)
      console.log(`${drive.problem === undefined ? 'ok' : 'FAILED'}: ${client.name} on ${model} (${(drive.millis / 1000).toFixed(1)} s)`)
      if (drive.problem !== undefined) console.error(`${drive.problem}\n${drive.output}\n${gateway.log()}`)
    }
  }
} finally {
  await gateway.close()
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
}
printTable(drives)
process.exitCode = drives.every(({ problem }) => problem === undefined) ? 0 : 1

function printTable(drives: readonly Drive[]): void {
  const width = 18
  const cell = (text: string): string => text.padEnd(width)
  console.log(`\n${cell('client')}${models.map(cell).join('')}`)
  for (const client of clients) {
    const cells = models.map((model) => {
      const drive = drives.find((one) => one.client === client.name && one.model === model)
      return cell(drive === undefined ? '-' : drive.problem === undefined ? 'tool, text' : 'FAILED')
    })
    console.log(cell(client.name) + cells.join(''))
  }
}
