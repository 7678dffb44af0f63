import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Channel } from '../../channels/channel.ts'
import { createPools, type Pools } from '../../channels/create-pools.ts'
import { fitsPattern } from '../../channels/fits-pattern.ts'
import { createKinds, type UpstreamKinds } from '../../channels/kinds.ts'
import { openChannel } from '../../channels/open-channel.ts'
import { ConfigError } from '../../config/config-error.ts'
import { configFile } from '../../config/config-file.ts'
import { configJsonSchema } from '../../config/config-json-schema.ts'
import type { FileConfig } from '../../config/config-schema.ts'
import type { GatewayConfig } from '../../config/gateway-config.ts'
import { locatePath } from '../../config/locate-path.ts'
import { readConfig } from '../../config/read-config.ts'
import { createFormats } from '../../create-formats.ts'
import { formats } from '../../formats.ts'
import { modelStyleOf } from '../../models/model-styles.ts'
import { openStore } from '../../store/open-store.ts'
import { StoreError } from '../../store/store-error.ts'
import type { Terminal } from '../terminal.ts'
import { checkResults } from './check-results.ts'
import type { Finding } from './finding.ts'

/** Opens each channel as the gateway would, its secrets included, without calling anybody. */
function findChannelProblems(
  config: GatewayConfig,
  kinds: UpstreamKinds,
  { poolOf }: Pools,
): {
  readonly findings: readonly Finding[]
  readonly channels: readonly Channel[]
} {
  const findings: Finding[] = []
  const channels: Channel[] = []
  for (const [index, line] of config.channels.entries()) {
    const path = ['channels', index]
    if (config.channels.findIndex(({ name }) => name === line.name) < index)
      findings.push({ level: 'error', path: [...path, 'name'], message: `the name ${line.name} is given twice` })
    // As if it were not there.
    if (line.disabled === true) continue
    try {
      channels.push(openChannel(line, config, kinds, poolOf))
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      findings.push({ level: 'error', path: [...path, keyOf(error.message)], message: error.message })
    }
    for (const key of secretsInFile(line))
      findings.push({
        level: 'warning',
        path: [...path, ...key],
        message: 'a secret in the file: the environment or a file of its own keep it out',
      })
  }
  return { findings, channels }
}

/** Where a channel's line holds credentials itself. */
function secretsInFile({ apiKey, proxy, headers = {}, baseUrl }: GatewayConfig['channels'][number]): readonly (readonly string[])[] {
  const places: string[][] = apiKey === undefined ? [] : [['apiKey']]
  if (proxy !== undefined && new URL(proxy).password !== '') places.push(['proxy'])
  if (new URL(baseUrl).password !== '' || [...new URL(baseUrl).searchParams.keys()].some((name) => secretName.test(name)))
    places.push(['baseUrl'])
  for (const [name, value] of Object.entries(headers))
    if (typeof value === 'string' && secretName.test(name)) places.push(['headers', name])
  return places
}

const secretName = /authorization|api-?key|secret|token|^(?:sig|key)$/i

/** Channels say in brackets which of their keys it was that could not be used. */
function keyOf(message: string): string {
  return /\((\w+)\)/.exec(message)?.[1] ?? (message.includes('dialect') ? 'dialect' : 'name')
}

/** Milliseconds. */
const patience = 10_000

/** Asks a channel's upstream for its models, with its own credentials and by its own way. Gives the status, or what went wrong by its code: its text may quote. */
async function askChannel({ edge, pool, origin, path, headers }: Channel): Promise<{ readonly good: boolean; readonly said: string }> {
  try {
    const list = modelStyleOf(edge.vendor).style.path
    const answer = await pool.request({ origin, path: path(list), method: 'GET', headers, signal: AbortSignal.timeout(patience) })
    await answer.body.dump()
    return { good: answer.statusCode === 200, said: `its list of models answers with status ${answer.statusCode}` }
  } catch (error) {
    const { code, name } = error as { readonly code?: unknown; readonly name?: unknown } // errors of sockets carry the one, all errors the other
    return { good: false, said: `it cannot be reached (${String(code ?? name)})` }
  }
}

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

/** Opens the store, which brings its tables up to this version, and looks whether limits and keys are where several gateways need them. */
async function checkStore(config: GatewayConfig): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  // Redis is there for the limits of several gateways.
  if (config.redisUrl !== undefined && config.databaseUrl === undefined)
    findings.push({
      level: 'warning',
      message: 'REDIS_URL is set, DATABASE_URL is not: several gateways would share their limits, but neither keys, usage nor responses',
    })
  // A file that is not there yet is made by the first start, not by a check.
  if (config.databaseUrl === undefined && !existsSync(join(config.data ?? '', 'interlingua.db'))) return findings
  try {
    const store = await openStore(config)
    try {
      await store.ping()
    } finally {
      await store.close()
    }
  } catch (error) {
    if (!(error instanceof ConfigError) && !(error instanceof StoreError)) throw error
    findings.push({ level: 'error', message: `the store: ${error.message}` })
  }
  return findings
}

interface Line {
  readonly pattern: string
  readonly owner: string
  readonly path: readonly PropertyKey[]
}

/** Patterns that are never asked, since an earlier one takes all that they fit. The same pattern in several channels is no shadow: they share it. */
function findShadows({ channels, routes = [] }: FileConfig): readonly Finding[] {
  const lines = channels.flatMap((channel, index) =>
    (channel.disabled === true ? [] : channel.models).map((model, at): Line => {
      const pattern = typeof model === 'string' ? model : model.name
      return { pattern, owner: `channel ${channel.name}`, path: ['channels', index, 'models', at] }
    }),
  )
  const ways = routes.map(({ match }, index): Line => ({ pattern: match, owner: `route ${index + 1}`, path: ['routes', index, 'match'] }))
  return [...shadowsIn(lines), ...shadowsIn(ways), ...twins(ways)]
}

function shadowsIn(lines: readonly Line[]): readonly Finding[] {
  const patterns = lines.filter(({ pattern }) => pattern.includes('*'))
  return patterns.flatMap((line, index) => {
    const shadow = patterns.slice(0, index).find(({ pattern }) => pattern !== line.pattern && coversPattern(pattern, line.pattern))
    if (shadow === undefined) return []
    return [
      {
        level: 'warning' as const,
        path: line.path,
        message: `${line.pattern} is never asked: ${shadow.pattern} of ${shadow.owner} comes before it and fits all of it`,
      },
    ]
  })
}

function twins(lines: readonly Line[]): readonly Finding[] {
  return lines.flatMap((line, index) => {
    const twin = lines.slice(0, index).find(({ pattern }) => pattern === line.pattern)
    return twin
      ? [{ level: 'warning' as const, path: line.path, message: `${line.pattern} is never asked: ${twin.owner} has it already` }]
      : []
  })
}

/** Models without a price, where there is a price table: their usage would be counted without a cost, and no budget would hold them. */
function findUnpriced({ channels, prices }: FileConfig): readonly Finding[] {
  if (prices === undefined) return []
  return channels.flatMap((channel, index) =>
    channel.models.flatMap((model, at) => {
      const known = typeof model === 'string' ? model : (model.upstream ?? model.name)
      const lines = prices.models.filter((line) => (line.channel ?? channel.name) === channel.name)
      if (lines.some((line) => coversPattern(line.model, known))) return []
      const message = known.includes('*') ? `not all of ${known} has a price` : `${known} has no price`
      return [{ level: 'warning' as const, path: ['channels', index, 'models', at], message }]
    }),
  )
}

/** Whether a pattern fits all that another one fits: a star of the narrow one can only be taken by a star of the wide one. */
function coversPattern(wide: string, narrow: string): boolean {
  // A character that no id has stands for the star.
  return fitsPattern(wide, narrow.replaceAll('*', '\uffff'))
}
