import { randomUUID } from 'node:crypto'
import { startScriptedProvider } from '@interlingua/scripted-provider/http'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { ConfigError } from './config/config-error.ts'
import type { GatewayConfig } from './config/gateway-config.ts'
import { endRuns } from './conversations/end-runs.ts'
import { createChannelRegistry } from './channels/create-channel-registry.ts'
import { createFormats } from './create-formats.ts'
import { createIds } from './create-ids.ts'
import { createKinds } from './channels/kinds.ts'
import { createRouter } from './create-router.ts'
import { createEndpoints } from './endpoints/endpoints.ts'
import type { FormatEdge } from '@interlingua/core/edge'
import { createLog } from './operation/create-log.ts'
import { createPools } from './channels/create-pools.ts'
import type { Exchange } from './exchange.ts'
import type { GatewayLife } from './gateway-life.ts'
import type { GatewayState } from './gateway-state.ts'
import { createKeyRing } from './keys/create-key-ring.ts'
import { prepareKeys, type KeysAtStart } from './keys/prepare-keys.ts'
import { answerClientError } from './limits/answer-client-error.ts'
import type { Limiter } from './limits/limiter.ts'
import { openLimiter } from './limits/open-limiter.ts'
import { serverOptions } from './limits/server-options.ts'
import { setServerLimits } from './limits/set-server-limits.ts'
import { createMeter } from './metering/create-meter.ts'
import { startOpenRecords, type OpenRecords } from './metering/open-records.ts'
import { createModelLister } from './models/create-model-lister.ts'
import { openServed, type Served } from './open-served.ts'
import { drain } from './operation/drain.ts'
import { needingRestart } from './operation/needing-restart.ts'
import { logSettings } from './operation/log-settings.ts'
import { createMetrics } from './operation/metrics/create-metrics.ts'
import { createDescription } from './operation/openapi/create-description.ts'
import { timeStore } from './operation/metrics/time-store.ts'
import { createRunningExchanges } from './running-exchanges.ts'
import { openTelemetry } from './operation/telemetry/open-telemetry.ts'
import type { Telemetry } from './operation/telemetry/telemetry.ts'
import { createResults } from './results/create-results.ts'
import { dividedResults } from './results/divided-results.ts'
import { resultsSettings } from './results/results-settings.ts'
import { serveRequest } from './serve-request.ts'
import { openStore } from './store/open-store.ts'
import { startSweeping } from './store/start-sweeping.ts'
import type { Store } from './store/store.ts'
import { createTasks } from './tasks/create-tasks.ts'
import { taskDrivers } from './tasks/task-drivers.ts'

/** A gateway that can be started and ended. */
export interface Gateway {
  /** Resolves when the gateway is served. Rejects with a `ConfigError` where the configuration cannot be used. */
  listen(): Promise<Address>
  /**
   * Serves what comes from now on by another configuration; what runs keeps the one that it began with. Host, port and data stay as they
   * are. Rejects with the `ConfigError` that `read` throws, or where the configuration cannot be used, or has no channels any more and does not
   * say `demo`; then the old one goes on. Both are told in the log.
   */
  reload(read: () => GatewayConfig | Promise<GatewayConfig>): Promise<void>
  /**
   * Takes no more requests, waits for those that run (at most `patience` milliseconds, by default what the configuration says, else 30,000),
   * then ends them with the error that their dialect has.
   */
  close(patience?: number): Promise<void>
  readonly address: Address | undefined
}

export interface Address {
  readonly host: string
  readonly port: number
  readonly url: string
  /** Ids of the channels that are the demo, if it is served. */
  readonly demo: boolean
  readonly keys: KeysAtStart
}

export interface GatewayOptions {
  /**
   * The text formats that are served and called. Of several of one vendor, the first is that in which what belongs to none of them is answered:
   * errors of unknown paths, images, videos.
   */
  readonly formats: readonly FormatEdge[]
  /** Takes the log's lines, several at a time. Without it there is no log. */
  readonly writeLog?: (text: string) => void
  /** Numbers from 0 to 1, by which requests and waits are spread. Default `Math.random`. */
  readonly random?: () => number
}

/** The gateway of a configuration. Nothing is opened before `listen`. */
export function createGateway(config: GatewayConfig, options: GatewayOptions): Gateway {
  const host = config.host ?? '127.0.0.1'
  const log = createLog(options.writeLog, logSettings(config.log))
  const metrics = createMetrics()
  let { shutdown = {} } = config
  const life: GatewayLife<Exchange> = { exchanges: createRunningExchanges(), runs: new Map(), draining: false, onDrained: () => {} }
  const pools = createPools()
  const formats = createFormats(options.formats)
  const endpoints = createEndpoints(formats)
  const route = createRouter(endpoints, formats)
  const openChannel = createChannelRegistry(createKinds(formats), pools.poolOf)
  let server: Server | undefined
  /** What no configuration changes, and with it what the one in force says. */
  let lasting: Omit<GatewayState, keyof Served> | undefined
  let state: GatewayState | undefined
  let provider: { readonly url: string; close(): Promise<unknown> | unknown } | undefined
  let store: Store | undefined
  let limiter: Limiter | undefined
  let openRecords: OpenRecords | undefined
  let endSweeping: (() => void) | undefined
  let telemetry: Telemetry | undefined
  let address: Address | undefined

  /** The address of the demo provider where this configuration serves it. It is started once. */
  async function openDemo({ demo, channels }: GatewayConfig): Promise<string | undefined> {
    if (!(demo ?? channels.length === 0)) return undefined
    provider ??= await startScriptedProvider({ port: 0, host: '127.0.0.1' })
    return provider.url
  }

  async function openState(opened: Store): Promise<GatewayState> {
    limiter = await openLimiter(config, opened, log)
    endSweeping = startSweeping(opened, () => state?.usageDays, reportStore)
    openRecords = startOpenRecords({
      documents: opened.documents,
      usage: opened.usage,
      running: life.exchanges,
      id: randomUUID(),
      report: reportStore,
    })
    telemetry = await openTelemetry(config.telemetry, process.env)
    lasting = {
      formats,
      offered: createModelLister(() => performance.now()),
      newId: createIds(),
      random: options.random ?? Math.random,
      log,
      metrics,
      description: createDescription(endpoints, formats),
      ...(telemetry && { telemetry }),
      store: opened,
      tasks: createTasks({
        documents: opened.documents,
        drivers: taskDrivers,
        gateway: () => state,
        report: (event) => log.write('warn', 'task', { ...event }),
      }),
      results: createResults(resultsSettings(config), opened.documents, (problem) => log.write('error', 'results', { problem })),
      meter: createMeter(opened.usage),
      limiter,
      keys: createKeyRing(opened.keys),
      startedAt: Date.now(),
      life,
    }
    return { ...lasting, ...openServed(config, await openDemo(config), formats, openChannel) }
  }

  function reportStore(problem: string): void {
    log.write('error', 'store', { problem })
  }

  /** What no request can reach any more is closed; requests that began earlier may still call their channels. */
  function closeVanished(kept: GatewayState): void {
    // A gateway that is ending closes everything.
    if (life.draining) return
    const used = new Set(kept.channels.map(({ pool }) => pool))
    if (![...life.exchanges].some(({ gateway }) => gateway !== kept)) void pools.closeOthers(used).catch(() => {})
    else if (state === kept) setTimeout(() => closeVanished(kept), 1_000).unref()
  }

  async function closeAll(): Promise<void> {
    endSweeping?.()
    await lasting?.tasks.close()
    await lasting?.results.close()
    await pools.destroy()
    await telemetry?.shutdown()
    await provider?.close()
    // What is still being guessed at is charged, too.
    await state?.meter.settle()
    await openRecords?.close()
    await limiter?.close()
    await store?.close()
    log.flush()
  }

  return {
    async listen() {
      try {
        store = await openStore(config, reportStore)
        const keys = await prepareKeys(store.keys, host, config.apiKey, Date.now())
        let current = (state = await openState(timeStore(store, metrics)))
        state.tasks.start()
        state.results.start()
        if (resultsSettings(config).divided) log.write('warn', 'results', { problem: dividedResults })
        const serve: RequestListener = (request, response) => {
          // Read anew for each request: a new configuration may be in force.
          current = state ?? current
          serveRequest(current, route, request, response)
        }
        const made = (server = createServer(serverOptions(config), serve))
        // Without a listener Node asks for the body before anybody has looked at the key.
        made.on('checkContinue', serve)
        made.on('clientError', (error, socket) => answerClientError(current, route, life.exchanges, error, socket as Socket)) // a server of TCP has no other
        setServerLimits(made, config)
        const port = await listenOn(made, config.port ?? 8787, host.replace(/^\[|\]$/g, ''))
        const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
        log.write('info', 'start', { host, port, channels: current.channels.map((channel) => channel.name).join(' '), store: store.kind })
        address = { host, port, url: `http://${name}:${port}`, demo: provider !== undefined, keys }
        return address
      } catch (error) {
        await closeAll()
        throw error
      }
    },
    async reload(read) {
      try {
        const changed = await read()
        if (changed.channels.length === 0 && changed.demo === undefined && config.channels.length > 0)
          throw new ConfigError('there are no channels any more: the earlier ones go on; demo: true, or false, says that none are wanted')
        const demo = await openDemo(changed)
        if (lasting === undefined || life.draining) return
        const kept = { ...lasting, ...openServed(changed, demo, formats, openChannel) }
        state = kept
        shutdown = changed.shutdown ?? {}
        log.set(logSettings(changed.log))
        if (server) setServerLimits(server, changed)
        closeVanished(kept)
        metrics.reloaded(true)
        log.write('info', 'reload', { channels: kept.channels.map(({ name }) => name).join(' '), restart: needingRestart(config, changed) })
      } catch (error) {
        metrics.reloaded(false)
        log.write('error', 'reload-refused', { problem: error instanceof ConfigError ? error.message : String(error) })
        throw error
      }
    },
    async close(patience) {
      const running = server
      server = undefined
      if (running === undefined) return
      const { delay = 0, grace = 30 } = shutdown
      const times = patience === undefined ? { delay: delay * 1000, grace: grace * 1000 } : { delay: 0, grace: patience }
      const until = performance.now() + times.delay + times.grace
      log.write('info', 'drain', { running: life.exchanges.size, ...times })
      await drain(running, life, times)
      await endRuns(life, until - performance.now())
      await closeAll()
    },
    get address() {
      return address
    },
  }
}

function listenOn(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host }, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port) // a listening TCP server has one
    })
  })
}
