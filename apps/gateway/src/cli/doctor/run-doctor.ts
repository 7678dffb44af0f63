import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { ConfigError } from '@interlingua/gateway-kernel'
import { openStore, StoreError } from '@interlingua/store'
import { readCatalogue } from '../../catalogue/catalogue.ts'
import type { GatewayConfig } from '../../config/config-schema.ts'
import { configFile, readConfig } from '../../config/read-config.ts'
import { version } from '../../version.ts'
import { countWorkers } from '../../workers/count-workers.ts'
import { agents } from '../setup/agents.ts'
import { type Machine, placeOf, shortPath } from '../setup/place-of.ts'
import { readRecord } from '../setup/record.ts'
import type { Terminal } from '../terminal.ts'

/** Observation of the doctor: `bad` is an error, `odd` worth a look. */
export interface Finding {
  readonly topic: string
  readonly state: 'good' | 'odd' | 'bad'
  readonly text: string
}

/** Milliseconds for one address. */
const timeout = 5_000

/** Runs `interlingua doctor`. Nothing that it prints is a secret. Returns the exit code: 1 if anything is bad. */
export async function runDoctor({ json }: { readonly json?: true }, machine: Machine, { out }: Terminal): Promise<number> {
  const findings = await examine(machine)
  if (json) out(`${JSON.stringify(findings, undefined, 2)}\n`)
  else {
    const signs = { good: 'ok  ', odd: 'look', bad: 'BAD ' }
    for (const { topic, state, text } of findings) out(`${signs[state]}  ${topic.padEnd(10)}${text}\n`)
  }
  return findings.some(({ state }) => state === 'bad') ? 1 : 0
}

/** Looks at a machine: the settings, the store, the disk, addresses, channels and agents. No finding has a secret. */
export async function examine(machine: Machine): Promise<readonly Finding[]> {
  const findings: Finding[] = [
    { topic: 'version', state: 'good', text: `interlingua ${version} on Node ${process.versions.node}, ${machine.platform}` },
    ...environmentFindings(machine),
  ]
  const config = readSettings(machine, findings)
  if (config !== undefined) {
    findings.push(...workersFindings(config))
    findings.push(await storeFinding(config), ...diskFindings(config), catalogueFinding(config), await addressFinding(config))
    findings.push(...(await Promise.all(config.channels.map(channelFinding))))
  }
  findings.push(...agentFindings(machine))
  return findings
}

function readSettings({ environment, folder }: Machine, findings: Finding[]): GatewayConfig | undefined {
  const file = configFile(environment, folder)
  try {
    const config = readConfig(environment, folder)
    const from = existsSync(file) ? file : `no ${file}; channels come from the keys in the environment`
    findings.push({ topic: 'config', state: 'good', text: `${from}: ${config.channels.length} channels` })
    return config
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    findings.push({ topic: 'config', state: 'bad', text: error.message })
    return undefined
  }
}

function environmentFindings({ environment }: Machine): readonly Finding[] {
  const findings: Finding[] = []
  const files = openFiles()
  if (files !== undefined)
    findings.push({
      topic: 'files',
      state: files < 4096 ? 'odd' : 'good',
      text: `${files} open files at most${files < 4096 ? ': each client and each upstream takes one; ulimit -n raises it' : ''}`,
    })
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy'])
    if (environment[name])
      findings.push({
        topic: 'proxy',
        state: 'odd',
        text: `${name} is set and is not read: a channel names its proxy (proxy, proxyEnv, proxyFile)`,
      })
  const authority = environment['NODE_EXTRA_CA_CERTS']
  if (authority)
    findings.push({
      topic: 'authority',
      state: existsSync(authority) ? 'good' : 'bad',
      text: `NODE_EXTRA_CA_CERTS names ${authority}${existsSync(authority) ? '' : ', which is not there'}`,
    })
  if (environment['NODE_TLS_REJECT_UNAUTHORIZED'] === '0')
    findings.push({
      topic: 'authority',
      state: 'bad',
      text: 'NODE_TLS_REJECT_UNAUTHORIZED is 0: anybody on the way can read the keys; caFile of a channel trusts an authority of your own',
    })
  return findings
}

/** Limit of open files of this process; undefined where the system has none. */
function openFiles(): number | undefined {
  const report: unknown = process.report.getReport()
  const { userLimits } = report as { readonly userLimits?: { readonly open_files?: { readonly soft?: unknown } } } // Node's report; absent on Windows
  const soft = userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : undefined
}

/** Number of workers beside that of the processors; nothing for one worker. */
function workersFindings({ workers }: GatewayConfig): readonly Finding[] {
  const count = countWorkers(workers)
  const processors = availableParallelism()
  if (count === 1) return []
  const text = `${count} workers on ${processors} processors`
  if (count <= processors) return [{ topic: 'workers', state: 'good', text }]
  return [{ topic: 'workers', state: 'odd', text: `${text}: more than one for each only takes memory; workers: auto` }]
}

async function storeFinding(config: GatewayConfig): Promise<Finding> {
  const place = config.databaseUrl === undefined ? (config.dataDir ?? 'memory') : 'the database of DATABASE_URL'
  if (config.databaseUrl === undefined && !existsSync(`${config.dataDir}/interlingua.db`))
    return { topic: 'store', state: 'odd', text: `nothing in ${place} yet: the first start makes it` }
  try {
    const store = await openStore(config)
    try {
      await store.ping()
      const keys = await store.keys.list()
      return { topic: 'store', state: 'good', text: `${place}, ${keys.filter(({ revokedAt }) => revokedAt === undefined).length} keys` }
    } finally {
      await store.close()
    }
  } catch (error) {
    if (!(error instanceof ConfigError) && !(error instanceof StoreError)) throw error
    return { topic: 'store', state: 'bad', text: error.message }
  }
}

function diskFindings({ dataDir, databaseUrl }: GatewayConfig): readonly Finding[] {
  if (dataDir === undefined || databaseUrl !== undefined) return []
  const folder = existsSync(dataDir) ? dataDir : dirname(dataDir)
  if (!existsSync(folder)) return []
  const { bavail, bsize } = statfsSync(folder)
  const free = (bavail * bsize) / 1e9
  return [{ topic: 'disk', state: free < 0.2 ? 'bad' : free < 2 ? 'odd' : 'good', text: `${free.toFixed(1)} GB free at ${folder}` }]
}

function catalogueFinding({ dataDir }: GatewayConfig): Finding {
  const { catalogue, file, warning } = readCatalogue(dataDir)
  const days = Math.floor((Date.now() - Date.parse(catalogue.date)) / 86_400_000)
  if (days < -1)
    return {
      topic: 'clock',
      state: 'odd',
      text: `the clock says ${new Date().toISOString().slice(0, 10)}, which is before the catalogue of ${catalogue.date}`,
    }
  if (warning !== undefined) return { topic: 'prices', state: 'odd', text: warning }
  return { topic: 'prices', state: days > 180 ? 'odd' : 'good', text: `catalogue of ${catalogue.date} (${file})` }
}

async function addressFinding({ host = '127.0.0.1', port = 8787 }: GatewayConfig): Promise<Finding> {
  const url = `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${port}`
  const status = await statusOf(`${url}/healthz`)
  if (typeof status === 'number')
    return {
      topic: 'gateway',
      state: status === 200 ? 'good' : 'odd',
      text: status === 200 ? `answers at ${url}` : `another program answers at ${url} (status ${status})`,
    }
  return { topic: 'gateway', state: 'odd', text: `nothing answers at ${url}: interlingua start` }
}

async function channelFinding({ name, baseUrl, apiKeyEnv, apiKeyFile, disabled }: GatewayConfig['channels'][number]): Promise<Finding> {
  const topic = 'channel'
  if (disabled) return { topic, state: 'odd', text: `${name} is disabled` }
  if (apiKeyEnv !== undefined && !process.env[apiKeyEnv])
    return { topic, state: 'bad', text: `${name}: the variable ${apiKeyEnv} is not set` }
  if (apiKeyFile !== undefined && !existsSync(apiKeyFile))
    return { topic, state: 'bad', text: `${name}: the file ${apiKeyFile} is not there` }
  const { origin } = new URL(baseUrl)
  const status = await statusOf(origin)
  if (typeof status === 'number')
    return { topic, state: 'good', text: `${name}: ${origin} answers; interlingua check --connect asks for its models` }
  return { topic, state: 'bad', text: `${name}: ${origin} cannot be reached (${status})` }
}

/** Status of an address without credentials, or the code of the error. */
async function statusOf(url: string): Promise<number | string> {
  try {
    const answer = await fetch(url, { method: 'GET', redirect: 'manual', signal: AbortSignal.timeout(timeout) })
    await answer.body?.cancel()
    return answer.status
  } catch (error) {
    const { name, cause } = error as { readonly name?: unknown; readonly cause?: { readonly code?: unknown } } // errors of fetch carry the one or the other
    return String(cause?.code ?? name)
  }
}

/** Agents whose configuration is on this machine, and the place that they point to. */
function agentFindings(machine: Machine): readonly Finding[] {
  return agents.flatMap((agent): readonly Finding[] => {
    const record = readRecord(agent.id, machine)
    const to = { url: '', key: '', model: '', contextLength: 1, maxOutput: 1, missing: [] }
    const file = agent
      .files(to)
      .map((each) => placeOf(each, machine))
      .find((each) => existsSync(each))
    if (record !== undefined && file !== undefined && readFileSync(file, 'utf8').includes(record.url))
      return [{ topic: 'agent', state: 'good', text: `${agent.title} points to ${record.url} (${shortPath(file, machine)})` }]
    if (file === undefined) return []
    return [{ topic: 'agent', state: 'good', text: `${agent.title} is here (${shortPath(file, machine)}): interlingua setup ${agent.id}` }]
  })
}
