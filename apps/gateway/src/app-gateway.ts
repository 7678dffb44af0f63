import { demoChannels, demoProfiles, startDemo } from './channels/demo.ts'
import { formats as ownFormats } from './formats.ts'
import { operationKinds } from './channels/kinds.ts'
import type { FileConfig, GatewayConfig } from './config/config-schema.ts'
import { dividedResults, dividesResults, gatewaySettings, resultsOptions } from './config/gateway-options.ts'
import { createEndpoints, createGateway as createLibraryGateway, type Gateway as LibraryGateway } from '@interlingua/server'
import { createObserver } from './operation/create-observer.ts'
import { createLog, logSettings } from './operation/log.ts'
import { createMetrics, timeStore } from './operation/metrics/metrics.ts'
import { createDescription } from './operation/openapi/describe.ts'
import { createOperatorEndpoints } from './operation/operator-endpoints.ts'
import { checkChannels, needingRestart, problemOf, type Reloaded, type ReloadOutcome, servesDemo } from './operation/reload.ts'
import { type Telemetry, telemetrySettings } from './operation/telemetry/telemetry.ts'
import { type Access, type KeysAtStart, type LimiterLog, openAccess, prepareKeys } from '@interlingua/access'
import { type Console, createConsole, createLoginLink, type Exposure, type ProgramFacts, type RecordingRules } from '@interlingua/console'
import type { FormatEdge } from '@interlingua/core/edge'
import { ConfigError, createFormats } from '@interlingua/gateway-kernel'
import { openContents, openStore, type Store } from '@interlingua/store'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { version } from './version.ts'
import type { MetricObject } from 'prom-client'
import type { WorkerPart } from './workers/worker-part.ts'

/** Gateway that can be started and ended. */
export interface Gateway {
  /** Starts to serve. Rejects with a `ConfigError` if the configuration cannot be used. */
  listen(): Promise<Address>
  /**
   * Serves requests from now on with another configuration; running ones keep theirs, and host, port and data stay. Rejects with the error of `read`,
   * or with a `ConfigError` for an unusable configuration, or for one that lost its channels without `demo`; then the old one stays. Both outcomes
   * are logged.
   */
  reload(read: () => GatewayConfig | Promise<GatewayConfig>): Promise<Reloaded>
  /**
   * Opens another configuration, which the returned function puts in force; for several workers that change together. Rejects with a `ConfigError` as
   * `reload` does.
   */
  prepare(config: GatewayConfig): Promise<PreparedReload>
  /** Shows the pages of the console that another configuration was refused elsewhere. */
  showRefusal(problem: string): void
  /** Values of all metrics of this process, in the form of the library of metrics. */
  readMetrics(): Promise<readonly MetricObject[]>
  /** Has the worker that leads look at a task that another one opened. */
  lookAt(task: string): void
  /**
   * Ends the gateway: takes no more requests, waits for running ones, and ends those left with an error in their dialect. `grace`: milliseconds
   * for that. Default: the configuration's, else 30,000.
   */
  close(grace?: number): Promise<void>
  readonly address: Address | undefined
}

export interface PreparedReload {
  /** Names of the channels. */
  readonly channels: string
  /** Names of changed settings that need a restart; absent if there are none. */
  readonly restart: string | undefined
  adopt(): void
}

export interface Address {
  readonly host: string
  readonly port: number
  readonly url: string
  /** True if the demo is served. */
  readonly demo: boolean
  readonly keys: KeysAtStart
  /** Makes a link that signs in to the console once. Absent: this program serves no console. */
  readonly consoleLink?: () => Promise<string>
}

export interface GatewayOptions {
  /**
   * Text formats that are served and called. The first of a vendor words the answers that belong to none of its formats: errors of unknown paths,
   * images, videos.
   */
  readonly formats: readonly FormatEdge[]
  /** Takes the log's lines, several at a time. Absent: no log. */
  readonly writeLog?: (text: string) => void
  /** Random numbers from 0 to 1, for the spread of requests and waits. Default `Math.random`. */
  readonly random?: () => number
  /** Part of this process among several workers. Absent: it serves alone. */
  readonly worker?: WorkerPart
  /** Configuration file, which the console may have read anew. Absent: the configuration came from elsewhere. */
  readonly file?: ConfigurationFile
}

/** Configuration file of the program. */
export interface ConfigurationFile {
  readonly path: string
  /** Puts the file in force, in all processes that serve together. */
  reload(): Promise<ReloadOutcome>
}

/** Creates the gateway of a configuration. Opens nothing before `listen`. */
export function createGateway(config: GatewayConfig, options: GatewayOptions): Gateway {
  const { formats, random, worker } = options
  const log = createLog(options.writeLog, logSettings(config.log), worker?.number)
  const metrics = createMetrics()
  /** Configuration in force. */
  let current = config
  let gateway: LibraryGateway | undefined
  let ended = false
  let provider: { readonly url: string; close(): Promise<unknown> | unknown } | undefined
  let store: Store | undefined
  let access: Access | undefined
  let telemetry: Telemetry | undefined
  let address: Address | undefined
  let page: Console | undefined

  /** Configuration with the demo's channels if it serves them; the provider is started once. */
  async function withDemo(asked: GatewayConfig): Promise<GatewayConfig> {
    if (!servesDemo(asked)) return asked
    const url = worker ? worker.demo() : (provider ??= await startDemo()).url
    if (url === undefined) throw new ConfigError('the primary process serves no demo')
    const served = createFormats(formats)
    // Formats of others with the same ids need settings that the demo does not know.
    const played = formats.filter((edge) => ownFormats.includes(edge)).map(({ adapter }) => adapter.format)
    return {
      ...asked,
      channels: [...asked.channels, ...demoChannels(url, played)],
      profiles: [...(asked.profiles ?? []), ...demoProfiles(served)],
    }
  }

  function programFacts(): Omit<ProgramFacts, 'recording'> {
    return { version, demo: () => servesDemo(current) }
  }

  /** Log of the limits, whose outages are counted as well. */
  const limiterLog: LimiterLog = {
    write(level, event, fields) {
      if (event === 'limits-counted-alone') metrics.limitsShared(false)
      if (event === 'limits-shared-again') metrics.limitsShared(true)
      log.write(level, event, fields)
    },
  }

  function reportPrices(problem: string): void {
    log.write('warn', 'prices', { problem })
  }

  async function open(): Promise<Address> {
    store = await openStore(config, (problem) => log.write('error', 'store', { problem }))
    const keys = await prepareKeys(store.keys, config.host ?? defaultHost, config.apiKey, Date.now())
    const timed = timeStore(store, metrics)
    const shared = worker?.share((isShared) => {
      if (isShared) limiterLog.write('info', 'limits-shared-again', { counters: 'primary' })
      else limiterLog.write('error', 'limits-counted-alone', { counters: 'primary' })
    })
    access = await openAccess({ store: timed, ...addressesOf(config), log: limiterLog, ...(shared && { shared: shared.limits }) })
    telemetry = await openTelemetry(config.telemetry, process.env)
    const served = createFormats(formats)
    const operator = createOperatorEndpoints({
      metrics,
      openMetrics: () => current.metrics?.open === true,
      description: () => describe(),
      ...(worker && { gather: () => worker.gatherMetrics() }),
    })
    page =
      config.console === false
        ? undefined
        : createConsole({
            store: timed,
            exposure: () => exposureOf(current),
            facts: programFacts(),
            recording: { rules: () => recordingRules(current), openContents: () => openContents(addressesOf(config), timed) },
            recipes: async () => (await import('./console/recipes.ts')).recipes,
            settings: async () =>
              (await import('./console/settings.ts')).createSettingsSource(() => current, {
                ...(worker && { worker: worker.number }),
                ...(options.file && { file: options.file.path, reload: options.file.reload }),
              }),
            ...pageFiles(),
            ...(worker && { relay: worker.events }),
          })
    const describe = createDescription([...createEndpoints(served), ...operator, ...(page?.endpoints ?? [])], served)
    gateway = createLibraryGateway({
      ...gatewaySettings(await withDemo(config), reportPrices),
      formats,
      kinds: operationKinds,
      store: timed,
      access,
      results: resultsOptions(config),
      ...(page && { recorder: page.recorder }),
      observers: [createObserver(log, metrics, telemetry), ...(page ? [page.observer] : [])],
      endpoints: [...operator, ...(page?.endpoints ?? [])],
      ...(shared && worker && { controls: shared.controls, lead: worker.lead }),
      ...(random && { random }),
    })
    if (dividesResults(config)) log.write('warn', 'results', { problem: dividedResults })
    const place = await gateway.listen({ host: config.host ?? defaultHost, port: config.port ?? 8787 })
    const { documents } = store
    const consoleLink = async (): Promise<string> => `${place.url}/console/#login=${await createLoginLink(documents, Date.now())}`
    return { ...place, demo: servesDemo(config), keys, ...(page && 'assets' in pageFiles() && { consoleLink }) }
  }

  async function prepare(changed: GatewayConfig): Promise<PreparedReload> {
    checkChannels(config, changed)
    const settings = gatewaySettings(await withDemo(changed), reportPrices)
    const adopt = gateway?.prepare(settings)
    return {
      channels: settings.upstreams.channels.flatMap(({ name, disabled }) => (disabled === true ? [] : [name])).join(' '),
      restart: needingRestart(config, changed),
      adopt() {
        if (gateway === undefined || ended) return
        adopt?.()
        current = changed
        log.set(logSettings(changed.log))
        page?.configured()
      },
    }
  }

  async function closeRest(): Promise<void> {
    await telemetry?.shutdown()
    await provider?.close()
    await access?.close()
    await store?.close()
    log.flush()
  }

  return {
    async listen() {
      try {
        return (address = await open())
      } catch (error) {
        gateway = undefined
        await closeRest()
        throw error
      }
    },
    async reload(read) {
      try {
        const { channels, restart, adopt } = await prepare(await read())
        if (gateway === undefined || ended) return { channels, restart }
        adopt()
        metrics.reloaded(true)
        log.write('info', 'reload', { channels, restart })
        return { channels, restart }
      } catch (error) {
        metrics.reloaded(false)
        page?.configured(problemOf(error))
        log.write('error', 'reload-refused', { problem: problemOf(error) })
        throw error
      }
    },
    prepare,
    async readMetrics() {
      const state = gateway?.state
      if (state === undefined) return []
      // Loaded at the first call, since its library would make the start longer.
      const { readMetrics } = await import('./operation/metrics/exposition.ts')
      return readMetrics(state, metrics)
    },
    showRefusal: (problem) => page?.configured(problem),
    lookAt: (task) => gateway?.lookAt(task),
    async close(grace) {
      if (gateway === undefined || ended) return
      ended = true
      const { delay, grace: usual } = current.shutdown ?? {}
      page?.close()
      await gateway.close(grace === undefined ? { delay: (delay ?? 0) * 1000, grace: (usual ?? 30) * 1000 } : { delay: 0, grace })
      await closeRest()
    },
    get address() {
      return address
    },
  }
}

const defaultHost = '127.0.0.1'

/** Exposure of the console in a configuration. */
function exposureOf({ console: asked }: GatewayConfig): Exposure {
  return typeof asked === 'object' && asked.publicUrl !== undefined ? { open: true, publicUrl: asked.publicUrl } : { open: false }
}

/** Rules of the recording in a configuration. */
function recordingRules({ recording }: GatewayConfig): RecordingRules {
  if (recording === 'never') return { allowed: false, redact: [] }
  const { until, requests = 100, key, redact = [] } = recording ?? {}
  const order = until === undefined ? {} : { order: { until: Date.parse(until), requests, ...(key !== undefined && { key }) } }
  return { allowed: true, redact, ...order }
}

/** Folder of the built page: in the published package, or in a checkout where it was built. */
function pageFiles(): { readonly assets?: string } {
  for (const place of ['./console', '../../console/dist']) {
    const folder = fileURLToPath(new URL(place, import.meta.url))
    if (existsSync(join(folder, 'index.html'))) return { assets: folder }
  }
  return {}
}

function addressesOf({ redisUrl, databaseUrl, dataDir }: GatewayConfig): { redisUrl?: string; databaseUrl?: string; dataDir?: string } {
  return {
    ...(redisUrl !== undefined && { redisUrl }),
    ...(databaseUrl !== undefined && { databaseUrl }),
    ...(dataDir !== undefined && { dataDir }),
  }
}

/** Opens the exporter of spans and metrics, which is loaded only where a collector is configured; else undefined. */
async function openTelemetry(
  config: FileConfig['telemetry'],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Telemetry | undefined> {
  const settings = telemetrySettings(config, environment)
  if (settings === undefined) return undefined
  const { createTelemetry } = await import('./operation/telemetry/create-telemetry.ts')
  return createTelemetry(settings)
}
