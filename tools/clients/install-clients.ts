import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { runStep } from '../run-step.ts'
import type { Client } from './client.ts'

/** Installs the clients at their versions, unless that was done, and gives the folder of their programs. About 1.2 GB. */
export async function installClients(clients: readonly Client[]): Promise<string> {
  const folder = process.env['INTERLINGUA_CLIENTS'] ?? join(homedir(), '.cache', 'interlingua-clients')
  const wanted = [...new Set(clients.map((client) => `${client.package}@${client.version}`))]
  const stamp = join(folder, 'installed.json')
  const programs = join(folder, 'node_modules', '.bin')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === JSON.stringify(wanted)) return programs
  console.error(`Installing ${wanted.join(', ')} into ${folder} …`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  if (!(await runStep('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...wanted], { cwd: folder })))
    throw new Error('The clients could not be installed.')
  writeFileSync(stamp, JSON.stringify(wanted))
  return programs
}
