import type { GatewayConfig } from '../../config/config-schema.ts'
import { describedSchema } from '../../config/describe-schema.ts'
import { configFile, locatePath, readConfig } from '../../config/read-config.ts'
import { modelStyleOf } from '@interlingua/server'
import { bucketOf, dividedResults, dividesResults } from '../../config/gateway-options.ts'
import { ResultsError } from '@interlingua/tasks'
import { ownCommand } from '../../own-command.ts'
import { showProblems } from '../show-problems.ts'
import type { Terminal } from '../terminal.ts'
import { type Finding, findProblems } from './find-problems.ts'
import { ConfigError } from '@interlingua/gateway-kernel'
import { openStore, StoreError } from '@interlingua/store'
import { type Channel, createPools } from '@interlingua/upstreams'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const path = ['results']

/** Checks that all gateways find the results, and, if calls are allowed, that the bucket can be used. */
export async function checkResults(config: GatewayConfig, connect: boolean): Promise<readonly Finding[]> {
  let bucket: ReturnType<typeof bucketOf>
  try {
    bucket = bucketOf(config)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [{ level: 'error', path, message: error.message }]
  }
  if (dividesResults(config)) return [{ level: 'warning', ...(config.results && { path }), message: dividedResults }]
  if (!connect || bucket === undefined) return []
  const { createS3Storage } = await import('@interlingua/tasks/s3')
  const storage = createS3Storage(bucket)
  try {
    await storage.ping()
    return []
  } catch (error) {
    if (!(error instanceof ResultsError)) throw error
    return [{ level: 'error', path, message: error.message }]
  } finally {
    await storage.close()
  }
}

/** Milliseconds for an upstream's list of models. */
const timeoutMs = 10_000

/**
 * Asks a channel's upstream for its models, with the channel's credentials and proxy. Returns the status, or the code of an error, whose text may
 * quote a secret.
 */
async function probeChannel({ edge, pool, origin, path, headers }: Channel): Promise<{ readonly good: boolean; readonly said: string }> {
  try {
    const list = modelStyleOf(edge.vendor).style.path
    const answer = await pool.request({ origin, path: path(list), method: 'GET', headers, signal: AbortSignal.timeout(timeoutMs) })
    await answer.body.dump()
    return { good: answer.statusCode === 200, said: `its list of models answers with status ${answer.statusCode}` }
  } catch (error) {
    const { code, name } = error as { readonly code?: unknown; readonly name?: unknown } // errors of sockets carry the one, all errors the other
    return { good: false, said: `it cannot be reached (${String(code ?? name)})` }
  }
}

export interface CheckOptions {
  readonly file?: string
  /** True to ask each channel for its list of models. */
  readonly connect?: boolean
  /** True to print the JSON Schema of the file instead. */
  readonly schema?: boolean
  /** True to print the findings as JSON. */
  readonly json?: boolean
}

/** Runs `interlingua check`. Returns the exit code: 0 if a gateway would start and serve with this configuration, else 1. */
export async function checkCommand(
  { file: named, connect = false, schema = false, json = false }: CheckOptions,
  terminal: Terminal,
): Promise<number> {
  // JSON alone is printed where it is asked for.
  const { out, err } = json ? { out: () => {}, err: () => {} } : terminal
  if (schema) {
    terminal.out(`${JSON.stringify(describedSchema(), undefined, 2)}\n`)
    return 0
  }
  const environment = { ...process.env, ...(named !== undefined && { INTERLINGUA_CONFIG: named }) }
  const file = configFile(environment, process.cwd())
  let config: GatewayConfig
  const old: string[] = []
  try {
    config = readConfig(environment, process.cwd(), undefined, (problem) => void old.push(problem))
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    err(showProblems(error.message))
    if (json)
      terminal.out(
        `${JSON.stringify(
          error.message.split('\n').map((message) => ({ level: 'error', message })),
          undefined,
          2,
        )}\n`,
      )
    return 1
  }
  const there = existsSync(file)
  out(there ? `${file} is well-formed\n` : `there is no ${file}: channels come from the keys in the environment\n`)
  const locate = there ? locatePath(readFileSync(file, 'utf8'), file) : undefined
  const pools = createPools()
  const { findings, channels } = findProblems(config, pools)
  const all: Finding[] = [...findings, ...(await checkStore(config)), ...(await checkResults(config, connect))]
  if (channels.length === 0 && config.demo === false)
    all.push({ level: 'warning', message: 'there are no channels, and no demo: nothing is served' })
  if (connect) {
    for (const channel of channels) {
      const { good, said } = await probeChannel(channel)
      if (good) out(`channel ${channel.name}: ${said}\n`)
      else all.push({ level: 'error', path: ['channels', config.channels.findIndex(({ name }) => name === channel.name)], message: said })
    }
  }
  out(storeLine(config))
  await pools.destroy()
  for (const line of old) err(`${line.replace(': ', ': warning: ')}\n`)
  if (old.length > 0) err(`${ownCommand()} migrate-config ${file} writes the new names\n`)
  for (const { level, path, message } of all) err(`${path && locate ? `${locate(path)}: ` : ''}${level}: ${message}\n`)
  const errors = all.filter(({ level }) => level === 'error').length
  out(`${config.channels.length} channels, ${errors} errors, ${all.length - errors + old.length} warnings\n`)
  if (errors > 0) err(`Repair it, then: ${ownCommand()} check${named === undefined ? '' : ` ${named}`}\n`)
  if (json) {
    const findings = all.map(({ level, path, message }) => ({ level, ...(path && locate && { place: locate(path) }), message }))
    terminal.out(`${JSON.stringify([...old.map((message) => ({ level: 'warning', message })), ...findings], undefined, 2)}\n`)
  }
  return errors === 0 ? 0 : 1
}

/** Line about the place of the state, and the number of gateways that it allows. */
function storeLine({ databaseUrl, redisUrl, dataDir }: GatewayConfig): string {
  const limits = redisUrl === undefined ? '' : ', limits on Redis'
  if (databaseUrl !== undefined) return `state on PostgreSQL${limits}: several gateways may share it\n`
  return `state in ${dataDir}${limits}: for one gateway; several need DATABASE_URL\n`
}

/** Opens the store, which migrates its tables to this version, and checks that limits and keys are where several gateways need them. */
async function checkStore(config: GatewayConfig): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  // Redis serves the limits of several gateways.
  if (config.redisUrl !== undefined && config.databaseUrl === undefined)
    findings.push({
      level: 'warning',
      message: 'REDIS_URL is set, DATABASE_URL is not: several gateways would share their limits, but neither keys, usage nor responses',
    })
  // A missing file is made by the first start, not by a check.
  if (config.databaseUrl === undefined && !existsSync(join(config.dataDir ?? '', 'interlingua.db'))) return findings
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
