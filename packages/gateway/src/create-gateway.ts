import { endRuns } from './responses/background.ts'
import { createRouter } from './router/create-router.ts'
import type { Endpoint, Reply } from './server/reply.ts'
import { createEndpoints } from './router/endpoints.ts'
import type { GatewayState } from './server/gateway-state.ts'
import { imageTaskDriver } from './images/task.ts'
import { answerClientError, type Middleware, serveRequest } from './router/serve-request.ts'
import { serverOptions, setServerLimits } from './server/limits.ts'
import { createMeter } from './metering/create-meter.ts'
import { watchPrefixes } from './metering/watch-prefixes.ts'
import { type OpenRecords, startOpenRecords } from './server/open-records.ts'
import { createModelLister } from './models/serve-models.ts'
import { joinObservers, type Observer } from './metering/observer.ts'
import { type GatewaySettings, type OpenedSettings, openSettings } from './server/open-settings.ts'
import { drain, type DrainTimes } from './drain.ts'
import type { Recorder } from './server/recorder.ts'
import { createRunningRequests, type Lifecycle } from './server/running-requests.ts'
import { createSockets } from './sockets/create-sockets.ts'
import { videoTaskDriver } from './video/lookup.ts'
import { type Access, openAccess } from '@interlingua/access'
import type { FormatEdge } from '@interlingua/core/edge'
import { createFormats } from '@interlingua/gateway-kernel'
import { startSweeping, type Store } from '@interlingua/store'
import { createResults, createTasks, type ResultsOptions } from '@interlingua/tasks'
import {
  type CallControls,
  type Channel,
  createChannelRegistry,
  createKinds,
  createPools,
  type OperationKind,
} from '@interlingua/upstreams'
import { randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'

export interface GatewayOptions extends GatewaySettings {
  /**
   * Text formats that are served and called (the entry `edge` of their packages). The first of a vendor words the answers that belong to none of its formats:
   * errors of unknown paths, images, videos.
   */
  readonly formats: readonly FormatEdge[]
  /** Kinds of upstreams beside text. Default: none, and channels have text formats alone. */
  readonly kinds?: readonly OperationKind[]
  /** Keys, usage records, kept responses and tasks. It stays open when the gateway is closed. */
  readonly store: Store
  /** API keys, rates and budgets over the same store; prices and limits come from the settings. Default: rates are counted in memory. */
  readonly access?: Access
  /** Keeping of made files at signed addresses. Default: in a temporary folder. */
  readonly results?: ResultsOptions
  /** Guards that see each request before its key is checked, in this order. */
  readonly middleware?: readonly Middleware[]
  /** Receivers of what the gateway does, for logs, metrics and traces. */
  readonly observers?: readonly Observer[]
  /** Recorder of what clients and upstreams say, while it is on. */
  readonly recorder?: Recorder
  /** Endpoints beside the gateway's own. */
  readonly endpoints?: readonly Endpoint[]
  /** Random numbers from 0 to 1, for the spread of requests and waits. Default `Math.random`. */
  readonly random?: () => number
  /** Breakers and queues of channels that several processes share. Default: of this process alone. */
  readonly controls?: CallControls
  /** Lead of the background work, for processes that share the store: only one polls tasks, and deletes what has expired. Default: this one. */
  readonly lead?: Lead
}

/** Place of a process among those that share a store. */
export interface Lead {
  /** True if this process does the background work now. */
  leads(): boolean
  /** Tells the one that leads of a task that was opened or changed here. */
  report(task: string): void
}

/** Address of a server that listens. */
export interface ListenAddress {
  readonly host: string
  readonly port: number
  readonly url: string
}

/** Gateway that can be started and ended. */
export interface Gateway {
  /** Starts to serve. `host`: default 127.0.0.1; `port`: default 0, a free one. Rejects with a `ConfigError` for settings that cannot be used. */
  listen(place?: { readonly host?: string; readonly port?: number }): Promise<ListenAddress>
  /**
   * Serves requests from now on with other settings; running ones keep theirs. Throws a `ConfigError` for settings that cannot be used, and then the
   * old ones stay.
   */
  update(settings: GatewaySettings): void
  /**
   * Opens other settings without putting them in force, which the returned function does; for several processes that change together. Throws a
   * `ConfigError`.
   */
  prepare(settings: GatewaySettings): () => void
  /** Has a process that leads the background work look at a task that another one opened. */
  lookAt(task: string): void
  /** Ends the gateway: takes no more requests, waits for running ones, and ends those left with an error in their format. Default grace: 30 s. */
  close(times?: Partial<DrainTimes>): Promise<void>
  /** State by the settings in force, for what reads it beside requests; undefined before `listen`. */
  readonly state: GatewayState | undefined
  /** Open channels; none before `listen`. */
  readonly channels: readonly Channel[]
}

/**
 * Creates a gateway: an HTTP server for clients of each format, over channels to providers. Opens nothing before `listen`.
 *
 * @example
 * const gateway = createGateway({ formats: [chat, messages], store, upstreams: { channels } })
 * const { url } = await gateway.listen({ port: 8787 })
 */
export function createGateway(options: GatewayOptions): Gateway {
  const { store, kinds, random = Math.random, middleware = [], observers = [], lead } = options
  const leads = lead === undefined ? () => true : () => lead.leads()
  let { limits = {} } = options
  const observer = joinObservers(observers)
  const lifecycle: Lifecycle<Reply> = { requests: createRunningRequests(), runs: new Map(), draining: false, onDrained: () => {} }
  const pools = createPools()
  const formats = createFormats(options.formats)
  const sockets = createSockets(current, (incoming, response, turn) => serveRequest(current(), serving, incoming, response, turn))
  const route = createRouter([...createEndpoints(formats, sockets), ...(options.endpoints ?? [])], formats)
  const serving = { lifecycle, route, middleware }
  const registry = createChannelRegistry(createKinds(formats, kinds), pools.poolOf, options.controls)
  let server: Server | undefined
  /** Services that outlive each configuration; `state` joins them with the settings in force. */
  let shared: Omit<GatewayState, keyof OpenedSettings> | undefined
  let state: GatewayState | undefined
  let ownAccess: Access | undefined
  let openRecords: OpenRecords | undefined
  let endSweeping: (() => void) | undefined

  /** State in force. Only for requests, which come after the start. */
  function current(): GatewayState {
    if (state === undefined) throw new TypeError('no request comes before the start')
    return state
  }

  async function openState(): Promise<GatewayState> {
    const { services } = options.access ?? (ownAccess = await openAccess({ store, log: { write: observer.event } }))
    endSweeping = startSweeping(store, () => state?.usageRetention, reportStore, leads)
    openRecords = startOpenRecords({
      documents: store.documents,
      usage: store.usage,
      running: lifecycle.requests,
      id: randomUUID(),
      report: reportStore,
      leads,
    })
    shared = {
      formats,
      listModels: createModelLister(() => performance.now()),
      newId: createIds(),
      random,
      observer,
      store,
      tasks: createTasks<GatewayState>({
        documents: store.documents,
        drivers: { image: imageTaskDriver, video: videoTaskDriver },
        host: () => state,
        report: (event) => observer.event('warn', 'task', { ...event }),
        ...(lead && { lead }),
      }),
      results: createResults(options.results ?? {}, store.documents, (problem) => observer.event('error', 'results', { problem }), leads),
      meter: createMeter(store.usage),
      prefixes: watchPrefixes(),
      limiter: services.limiter,
      keys: services.keys,
      startedAt: Date.now(),
      lifecycle,
      ...(options.recorder && { recorder: options.recorder }),
    }
    return open(options, shared)
  }

  /** State by these settings, which are in force from now on. */
  function open(settings: GatewaySettings, services: NonNullable<typeof shared>): GatewayState {
    const opened = openSettings(settings, formats, registry.open)
    registry.adopt(opened.channels)
    return { ...services, ...opened }
  }

  function reportStore(problem: string): void {
    observer.event('error', 'store', { problem })
  }

  function prepare(settings: GatewaySettings): () => void {
    if (shared === undefined || lifecycle.draining) return () => {}
    const opened = openSettings(settings, formats, registry.open)
    const kept = { ...shared, ...opened }
    return () => {
      if (lifecycle.draining) return
      registry.adopt(opened.channels)
      state = kept
      limits = settings.limits ?? {}
      if (server) setServerLimits(server, limits)
      closeVanished(kept)
    }
  }

  /** Closes connection pools that no request can use any more; requests that began earlier may still call their channels. */
  function closeVanished(kept: GatewayState): void {
    // A gateway that is ending closes all pools at its end.
    if (lifecycle.draining) return
    const used = new Set(kept.channels.map(({ pool }) => pool))
    if (![...lifecycle.requests].some(({ client }) => client.gateway !== kept)) void pools.closeOthers(used).catch(() => {})
    else if (state === kept) setTimeout(() => closeVanished(kept), 1_000).unref()
  }

  /** True for a request that asks for a WebSocket. Upgrades to other protocols are ignored, as HTTP allows. */
  function wantsSocket({ headers }: IncomingMessage): boolean {
    return headers.upgrade?.toLowerCase() === 'websocket' && state?.sockets.enabled === true
  }

  /** Serves a handshake as any request, so that the key is checked first, and a refusal is an answer in the client's format. */
  function upgrade(request: IncomingMessage, transport: Duplex, head: Buffer): void {
    const response = new ServerResponse(request)
    // The pipeline sees the end of a connection that fails before it is open.
    transport.on('error', () => {})
    response.assignSocket(transport as Socket) // HTTP over TCP has no other
    response.shouldKeepAlive = false
    response.on('finish', () => transport.end())
    sockets.offer(request, transport, head)
    serveRequest(current(), serving, request, response)
  }

  async function closeAll(): Promise<void> {
    endSweeping?.()
    await shared?.tasks.close()
    await shared?.results.close()
    await pools.destroy()
    // Estimates that are still running are charged, too.
    await shared?.meter.settle()
    await openRecords?.close()
    await ownAccess?.close()
  }

  return {
    async listen({ host = '127.0.0.1', port = 0 } = {}) {
      try {
        const first = (state = await openState())
        state.tasks.start()
        state.results.start()
        // Read for each request, since new settings may be in force.
        const serve: RequestListener = (request, response) => serveRequest(current(), serving, request, response)
        const made = (server = createServer({ ...serverOptions(limits), shouldUpgradeCallback: wantsSocket }, serve))
        if (choosesUpgrades) made.on('upgrade', upgrade)
        // Without a listener, Node asks for the body before the key is checked.
        made.on('checkContinue', serve)
        made.on('clientError', (error, socket) => answerClientError(current(), route, lifecycle.requests, error, socket as Socket)) // a server of TCP has no other
        setServerLimits(made, limits)
        const bound = await listenOn(made, port, host.replace(/^\[|\]$/g, ''))
        const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
        observer.event('info', 'start', { host, port: bound, channels: namesOf(first.channels), store: store.kind })
        return { host, port: bound, url: `http://${name}:${bound}` }
      } catch (error) {
        await closeAll()
        throw error
      }
    },
    update: (settings) => prepare(settings)(),
    prepare,
    lookAt: (task) => shared?.tasks.look(task),
    async close({ delay = 0, grace = 30_000 } = {}) {
      const running = server
      server = undefined
      if (running === undefined) return
      const until = performance.now() + delay + grace
      observer.event('info', 'drain', { running: lifecycle.requests.size, delay, grace })
      await drain(running, lifecycle, sockets, { delay, grace })
      await endRuns(lifecycle, until - performance.now())
      await closeAll()
    },
    get state() {
      return state
    },
    get channels() {
      return state?.channels ?? []
    },
  }
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
/** True if this Node lets a server choose which upgrades it takes; earlier ones leave all of them to the listener, HTTP/2 of Java's client included. */
const choosesUpgrades = major > 24 || (major === 24 && minor >= 9) || (major === 22 && minor >= 21)

function namesOf(channels: readonly Channel[]): string {
  return channels.map(({ name }) => name).join(' ')
}

const width = 8

/** Creates ids that no other process makes, from one random stem and a count, so that no id needs new randomness. */
function createIds(): (prefix: string) => string {
  const stem = randomBytes(8).toString('hex')
  let count = 0
  return (prefix) => `${prefix}${stem}${(count++).toString(36).padStart(width, '0')}`
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
