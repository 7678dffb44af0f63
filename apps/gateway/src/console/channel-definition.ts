import type { ChannelDefinition } from '@interlingua/console/api'
import { ConfigError } from '@interlingua/gateway-kernel'
import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { isMap, isSeq } from 'yaml'
import type { GatewayConfig } from '../config/config-schema.ts'
import { locatePath, readDocument } from '../config/read-config.ts'

/** Finds what defines a channel of the configuration in force; undefined for one that it does not have, such as the demo's. `path`: that of the file. */
export function defineChannel(channels: GatewayConfig['channels'], path: string, name: string): ChannelDefinition | undefined {
  const channel = channels.find((each) => each.name === name)
  if (channel === undefined) return undefined
  const { dialect } = channel
  const key = keyOf(channel)
  const line = lineOf(path, name)
  return {
    ...(existsSync(path) && { file: basename(path) }),
    ...(line !== undefined && { line }),
    ...(key && { key }),
    ...(dialect !== undefined && { dialect: typeof dialect === 'string' ? dialect : JSON.stringify(dialect) }),
  }
}

function keyOf({ apiKey, apiKeyEnv, apiKeyFile }: GatewayConfig['channels'][number]): ChannelDefinition['key'] {
  if (apiKey !== undefined) return { from: 'configuration', isSet: true }
  if (apiKeyEnv !== undefined) return { from: 'variable', name: apiKeyEnv, isSet: Boolean(process.env[apiKeyEnv]) }
  return apiKeyFile === undefined ? undefined : { from: 'file', name: basename(apiKeyFile), isSet: existsSync(apiKeyFile) }
}

/** Line of a channel in the file as it is now; undefined where the file does not have it. */
function lineOf(path: string, name: string): number | undefined {
  if (!existsSync(path)) return undefined
  const file = basename(path)
  try {
    const text = readFileSync(path, 'utf8')
    const list: unknown = readDocument(text, file).document.get('channels')
    const place = isSeq(list) ? list.items.findIndex((entry) => isMap(entry) && entry.get('name') === name) : -1
    return place < 0 ? undefined : Number(/:(\d+):\d+: /.exec(locatePath(text, file)(['channels', place]))?.[1])
  } catch (error) {
    if (error instanceof ConfigError) return undefined
    throw error
  }
}
