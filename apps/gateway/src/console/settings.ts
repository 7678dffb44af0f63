import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SettingsSource } from '@interlingua/console'
import type { ConfigReport, ConfigRow } from '@interlingua/console/api'
import { isJsonObject, type Json } from '@interlingua/core'
import { ConfigError, fitsPattern } from '@interlingua/gateway-kernel'
import { readCatalogue } from '../catalogue/catalogue.ts'
import type { GatewayConfig } from '../config/config-schema.ts'
import { keyDescriptions } from '../config/key-descriptions.ts'
import { configFile, parseConfig, readDocument } from '../config/read-config.ts'
import { isSecretSetting, withoutPassword } from '../config/secret-settings.ts'
import type { ReloadOutcome } from '../operation/reload.ts'
import { defineChannel } from './channel-definition.ts'
import { createConfigFile } from './config-file.ts'
import { isNode, isScalar } from 'yaml'

/** Variables of the environment that win over the file, by the settings that they name. */
const variables: Readonly<Record<string, string>> = {
  host: 'HOST',
  port: 'PORT',
  apiKey: 'INTERLINGUA_API_KEY',
  databaseUrl: 'DATABASE_URL',
  redisUrl: 'REDIS_URL',
}

interface SettingsFacts {
  /** Path of the configuration file. Default: that of this process. */
  readonly file?: string
  /** Number of this process among several. */
  readonly worker?: number
  /** Puts the file in force. Absent: the program cannot read it anew. */
  readonly reload?: () => Promise<ReloadOutcome>
}

/** Creates the source of the console's settings for a configuration that may be read anew. */
export function createSettingsSource(current: () => GatewayConfig, { file: path, worker, reload }: SettingsFacts = {}): SettingsSource {
  const filePath = path ?? configFile(process.env, process.cwd())
  return {
    file: createConfigFile(filePath, current, reload),
    configuration: () => describeConfiguration(current(), filePath),
    channel: (name) => defineChannel(current().channels, filePath, name),
    priceSource(channel, model) {
      const { prices, catalogue = true } = current()
      const line = prices?.models?.find((each) => fitsPattern(each.model, model) && (each.channel ?? channel) === channel)
      return line ? 'configuration' : catalogue ? 'catalogue' : undefined
    },
    catalogueDate() {
      const { catalogue = true, dataDir } = current()
      return catalogue ? readCatalogue(dataDir).catalogue.date : undefined
    },
    async examine() {
      const { examine } = await import('../cli/doctor/run-doctor.ts')
      return examine({ environment: process.env, folder: process.cwd(), platform: process.platform })
    },
    about() {
      const file = fileURLToPath(new URL('../THIRD-PARTY.txt', import.meta.url))
      return {
        licence: 'MIT',
        ...(worker !== undefined && { worker }),
        ...(existsSync(file) && { licences: readFileSync(file, 'utf8').slice(0, mostCharacters) }),
      }
    },
  }
}

const mostCharacters = 1_000_000
const mostRows = 5000

function describeConfiguration(config: GatewayConfig, path: string): ConfigReport {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : undefined
  const file = basename(path)
  const problem = text === undefined ? undefined : problemOf(text, file)
  const lineOf = text === undefined || problem !== undefined ? () => undefined : lineFinder(text, file)
  const rows: ConfigRow[] = []
  // The cast holds since the configuration came from a file or from texts.
  for (const [setting, value] of leavesOf(config as unknown as Json, [])) {
    const name = formatPath(setting)
    const meaning = keyDescriptions[name.replaceAll(/\[\d+\]/g, '[]')]?.[0]
    const variable = variables[name]
    const line = variable === undefined ? lineOf(setting) : undefined
    const given = variable !== undefined && Boolean(process.env[variable])
    rows.push({
      path: name,
      ...(!isSecretSetting(setting) && { value: JSON.stringify(typeof value === 'string' ? withoutPassword(value) : value) }),
      from: line !== undefined ? 'file' : given || (text === undefined && setting[0] === 'channels') ? 'environment' : 'default',
      ...(given && { variable }),
      ...(line !== undefined && { line }),
      ...(meaning !== undefined && { meaning }),
    })
  }
  const said = new Set(rows.map((row) => row.path))
  for (const [name, [meaning, fallback]] of Object.entries(keyDescriptions))
    if (fallback !== undefined && !name.includes('[]') && !said.has(name))
      rows.push({ path: name, value: JSON.stringify(fallback), from: 'default', meaning })
  return { ...(text !== undefined && { file }), ...(problem !== undefined && { problem }), rows: rows.slice(0, mostRows) }
}

type Path = readonly (string | number)[]

/** Values of a configuration that hold no others. */
function leavesOf(value: Json | undefined, path: Path): readonly (readonly [Path, Json])[] {
  if (value === undefined) return []
  if (Array.isArray(value) && value.some((entry) => typeof entry === 'object'))
    return value.flatMap((entry, index) => leavesOf(entry, [...path, index]))
  if (isJsonObject(value)) return Object.entries(value).flatMap(([key, member]) => leavesOf(member, [...path, key]))
  return [[path, value]]
}

function formatPath(path: Path): string {
  return path.reduce<string>((text, key) => (typeof key === 'number' ? `${text}[${key}]` : text === '' ? key : `${text}.${key}`), '')
}

function problemOf(text: string, file: string): string | undefined {
  try {
    parseConfig(text, file)
    return undefined
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
}

/** Finds the line of a setting in the file; undefined for one that is not there, since a default filled it in. */
function lineFinder(text: string, file: string): (path: Path) => number | undefined {
  const { document, place } = readDocument(text, file)
  return (path) => {
    for (let length = path.length; length > 0; length--) {
      const node: unknown = document.getIn(path.slice(0, length), true)
      if (node === undefined) continue
      // A name in the place of an object stands for it.
      if (length < path.length && !isScalar(node)) return undefined
      return isNode(node) && node.range ? Number(/:(\d+):\d+$/.exec(place(node.range[0]))?.[1]) : undefined
    }
    return undefined
  }
}
