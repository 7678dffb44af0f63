import { createKinds } from '../../channels/kinds.ts'
import { createFormats } from '../../create-formats.ts'
import { formats } from '../../formats.ts'
import { existsSync, readFileSync } from 'node:fs'
import { ConfigError } from '../../config/config-error.ts'
import { configFile } from '../../config/config-file.ts'
import { configJsonSchema } from '../../config/config-json-schema.ts'
import type { GatewayConfig } from '../../config/gateway-config.ts'
import { createPools } from '../../channels/create-pools.ts'
import { locatePath } from '../../config/locate-path.ts'
import { readConfig } from '../../config/read-config.ts'
import type { Terminal } from '../terminal.ts'
import { askChannel } from './ask-channel.ts'
import { checkResults } from './check-results.ts'
import { checkStore } from './check-store.ts'
import { findChannelProblems } from './find-channel-problems.ts'
import { findShadows } from './find-shadows.ts'
import { findUnpriced } from './find-unpriced.ts'
import type { Finding } from './finding.ts'

export interface CheckOptions {
  readonly file?: string
  /** RequestHead each channel for its list of models. */
  readonly connect?: boolean
  /** Print the JSON Schema of the file instead. */
  readonly schema?: boolean
}

/** `interlingua check`. Gives the exit code: 0 where a gateway would start and serve with this configuration, 1 where it would not. */
export async function checkCommand(
  { file: named, connect = false, schema = false }: CheckOptions,
  { out, err }: Terminal,
): Promise<number> {
  if (schema) {
    out(`${JSON.stringify(configJsonSchema(), undefined, 2)}\n`)
    return 0
  }
  const environment = { ...process.env, ...(named !== undefined && { INTERLINGUA_CONFIG: named }) }
  const file = configFile(environment, process.cwd())
  let config: GatewayConfig
  try {
    config = readConfig(environment, process.cwd())
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    err(`${error.message}\n`)
    return 1
  }
  const there = existsSync(file)
  out(there ? `${file} is well-formed\n` : `there is no ${file}: channels come from the keys in the environment\n`)
  const locate = there ? locatePath(readFileSync(file, 'utf8'), file) : undefined
  const pools = createPools()
  const { findings, channels } = findChannelProblems(config, createKinds(createFormats(formats)), pools)
  const all: Finding[] = [
    ...findings,
    ...findShadows(config),
    ...findUnpriced(config),
    ...(await checkStore(config)),
    ...(await checkResults(config, connect)),
  ]
  if (channels.length === 0 && config.demo === false)
    all.push({ level: 'warning', message: 'there are no channels, and no demo: nothing is served' })
  if (connect) {
    for (const channel of channels) {
      const { good, said } = await askChannel(channel)
      if (good) out(`channel ${channel.name}: ${said}\n`)
      else all.push({ level: 'error', path: ['channels', config.channels.findIndex(({ name }) => name === channel.name)], message: said })
    }
  }
  out(storeLine(config))
  await pools.destroy()
  for (const { level, path, message } of all) err(`${path && locate ? `${locate(path)}: ` : ''}${level}: ${message}\n`)
  const errors = all.filter(({ level }) => level === 'error').length
  out(`${config.channels.length} channels, ${errors} errors, ${all.length - errors} warnings\n`)
  return errors === 0 ? 0 : 1
}

/** Where the state is, and for how many gateways that is enough. */
function storeLine({ databaseUrl, redisUrl, data }: GatewayConfig): string {
  const limits = redisUrl === undefined ? '' : ', limits on Redis'
  if (databaseUrl !== undefined) return `state on PostgreSQL${limits}: several gateways may share it\n`
  return `state in ${data}${limits}: for one gateway; several need DATABASE_URL\n`
}
