import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { existsSync } from 'node:fs'
import { channelsOfKeys } from './channels-of-keys.ts'
import { ConfigError } from './config-error.ts'
import { configFile } from './config-file.ts'
import type { GatewayConfig } from './gateway-config.ts'
import { parseConfig } from './parse-config.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The configuration of a process: the file that `INTERLINGUA_CONFIG` names, else `interlingua.yaml` in the current folder,
 * else a channel for each provider key in the environment. With neither, there are no channels, and the demo is served.
 * `text`: the file's, where it was read before.
 */
export function readConfig(environment: Environment, folder: string, text?: string): GatewayConfig {
  const named = environment['INTERLINGUA_CONFIG']
  const file = configFile(environment, folder)
  const read = text !== undefined || named || existsSync(file)
  const fromFile = read ? parseConfig(text ?? readText(file), file) : { channels: channelsOfKeys(environment) }
  const databaseUrl = environment['DATABASE_URL']
  const redisUrl = environment['REDIS_URL']
  const apiKey = readApiKey(environment['INTERLINGUA_API_KEY'])
  return {
    ...fromFile,
    host: environment['HOST'] || '127.0.0.1',
    port: readPort(environment['PORT']),
    data:
      environment['INTERLINGUA_DATA'] ||
      (fromFile.data === undefined ? join(folder, '.interlingua') : resolve(dirname(file), fromFile.data)),
    ...(databaseUrl && { databaseUrl }),
    ...(redisUrl && { redisUrl }),
    ...(apiKey !== undefined && { apiKey }),
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError(`${file}: the file cannot be read`, { cause: error })
  }
}

/** Never quoted: it is a secret also where it cannot be used. */
function readApiKey(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined
  if (!/^[\x21-\x7e]{8,}$/.test(text))
    throw new ConfigError('INTERLINGUA_API_KEY: it must have at least 8 characters, all of them visible ASCII: it is sent in a header')
  return text
}

function readPort(text: string | undefined): number {
  if (text === undefined || text === '') return 8787
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new ConfigError(`PORT: ${JSON.stringify(text)} is not a port number (0 to 65535)`)
  return port
}
