import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { AgentFile, Folder } from './agent.ts'

export interface Machine {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Folder in which the command runs. */
  readonly folder: string
  readonly platform: NodeJS.Platform
}

/** Path of an agent's configuration file on this machine. */
export function placeOf({ folder, names }: Pick<AgentFile, 'folder' | 'names'>, machine: Machine): string {
  const places = names.map((name) => join(pathOf(folder, machine), name))
  return places.find((place) => existsSync(place)) ?? places.at(-1) ?? ''
}

function pathOf(folder: Folder, machine: Machine): string {
  if (folder === 'current') return machine.folder
  const { environment } = machine
  const moved = folder.variable === undefined ? undefined : environment[folder.variable]
  if (moved) return moved
  return folder.base === undefined ? join(homeOf(machine), folder.home) : join(baseOf(folder.base, machine), folder.home)
}

/** Home folder of the user. */
export function homeOf({ environment }: Machine): string {
  return environment['HOME'] || homedir()
}

/** Folder of the records of set-ups. */
export function recordsFolder(machine: Machine): string {
  return join(machine.environment['XDG_STATE_HOME'] || join(homeOf(machine), '.local/state'), 'interlingua/setup')
}

function baseOf(base: 'config' | 'application', machine: Machine): string {
  const { environment, platform } = machine
  if (base === 'application' && platform === 'darwin') return join(homeOf(machine), 'Library/Application Support')
  if (base === 'application' && platform === 'win32') return environment['APPDATA'] || join(homeOf(machine), 'AppData/Roaming')
  return environment['XDG_CONFIG_HOME'] || join(homeOf(machine), '.config')
}

/** Path as people write it, with `~` for the home folder. */
export function shortPath(path: string, machine: Machine): string {
  const home = homeOf(machine)
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path
}
