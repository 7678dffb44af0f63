import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client, Language } from '../driver/language.ts'
import { need, runInstall } from '../driver/need.ts'
import { installEnvironment, pinnedVersion } from '../driver/python-environment.ts'
import { agentList } from './agents.ts'
import { showSetting } from './show-setting.ts'

const here = import.meta.dirname
/** Agents that need a newer Python than the others. */
const pythons: Readonly<Record<string, string>> = { vibe: '3.12' }

export const agents: Language = {
  name: 'agents',
  clients: agentList.map((agent) => ({ ...agent, setting: showSetting(agent) })),
  async prepare(cache, wanted) {
    for (const folder of new Set(wanted.map(folderOf)))
      if (folder === 'kimi') await installNode(join(cache, folder))
      else await installEnvironment(cache, folder, pinsOf(folder), pythons[folder])
  },
  command: (client, cache) => ({ program: process.execPath, args: [join(here, 'harness/main.ts'), client.name, cache] }),
  version(client, name) {
    const folder = folderOf(client)
    return folder === 'kimi' ? (readPackages().dependencies[name] ?? '') : pinnedVersion(pinsOf(folder), name)
  },
}

/** Folder of an agent's installation, which is also the name of its list of pins. */
function folderOf({ name }: Client): string {
  return agentList.find((each) => each.name === name)?.program.split('/')[0] ?? ''
}

function pinsOf(folder: string): string {
  return join(here, 'requirements', `${folder}.txt`)
}

function readPackages(): { readonly dependencies: Readonly<Record<string, string>> } {
  return JSON.parse(readFileSync(join(here, 'requirements/kimi.json'), 'utf8')) as { dependencies: Record<string, string> } // our own file
}

async function installNode(folder: string): Promise<void> {
  need('npm', '--version')
  const wanted = JSON.stringify(readPackages())
  const file = join(folder, 'package.json')
  if (existsSync(join(folder, 'installed.txt')) && readFileSync(file, 'utf8') === wanted) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, wanted)
  await runInstall({ program: 'npm', args: ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'], cwd: folder })
  writeFileSync(join(folder, 'installed.txt'), wanted)
}
