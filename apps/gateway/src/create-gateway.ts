import { defaultLimits, type Format, type ModelProfile } from '@interlingua/core'
import { startScriptedProvider } from '@interlingua/scripted-provider/http'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool } from 'undici'
import { ConfigError } from './config/config-error.ts'
import type { GatewayConfig } from './config/gateway-config.ts'
import { createIds } from './create-ids.ts'
import { createLog } from './create-log.ts'
import { createModelLister } from './models/create-model-lister.ts'
import { createProfileFinder } from './create-profile-finder.ts'
import { createResolver } from './create-resolver.ts'
import { demoChannels } from './demo-channels.ts'
import { demoProfiles } from './demo-profiles.ts'
import { doors } from './doors/doors.ts'
import type { GatewayState } from './gateway-state.ts'
import { isLoopback } from './is-loopback.ts'
import { createAllowance } from './media/create-allowance.ts'
import { createMediaFetcher, type MediaFetcher } from './media/create-media-fetcher.ts'
import { openChannel } from './open-channel.ts'
import { serveRequest } from './serve-request.ts'

/** A gateway that can be started and ended. */
export interface Gateway {
  /** Resolves when the gateway is served. Rejects with a `ConfigError` where the configuration cannot be used. */
  listen(): Promise<Address>
  /** Takes no more requests, waits for those that run (at most `patience` milliseconds, default 30,000), ends the rest. */
  close(patience?: number): Promise<void>
  readonly address: Address | undefined
}

export interface Address {
  readonly host: string
  readonly port: number
  readonly url: string
  /** Ids of the channels that are the demo, if it is served. */
  readonly demo: boolean
}

export interface GatewayOptions {
  /** Takes the log's lines, several at a time. Without it there is no log. */
  readonly writeLog?: (text: string) => void
}

/** Said outright, or Node asks its command line for each answer anew, which costs more than many of our steps. */
const strict = { insecureHTTPParser: false } as const

const defaultBodyBytes = 32 * 1024 * 1024
const defaultAnswerBytes = 64 * 1024 * 1024

/** The gateway of a configuration. Nothing is opened before `listen`. */
export function createGateway(config: GatewayConfig, options: GatewayOptions = {}): Gateway {
  const host = config.host ?? '127.0.0.1'
  const log = createLog(config.log === 'off' ? undefined : options.writeLog)
  const pools = new Map<string, Pool>()
  let server: Server | undefined
  let state: GatewayState | undefined
  let provider: { close(): Promise<unknown> | unknown } | undefined
  let address: Address | undefined

  function poolOf(origin: string, connectTimeout: number): Pool {
    const key = `${origin} ${connectTimeout}`
    let pool = pools.get(key)
    if (pool === undefined) {
      // One connection for each running request: a cap would let streams wait for one another.
      pool = new Pool(origin, { connections: null, pipelining: 1, connect: { timeout: connectTimeout }, allowH2: false })
      pools.set(key, pool)
    }
    return pool
  }

  async function openState(): Promise<{ readonly state: GatewayState; readonly demo: boolean }> {
    const demo = config.demo ?? config.channels.length === 0
    const configured = [...config.channels]
    const served = demo ? { ...config, profiles: [...(config.profiles ?? []), ...demoProfiles] } : config
    if (demo) {
      const started = await startScriptedProvider({ port: 0, host: '127.0.0.1' })
      provider = started
      configured.push(...demoChannels(started.url))
    }
    checkNames(configured.map(({ name }) => name))
    const channels = configured.map((channel) => openChannel(channel, served, poolOf))
    return {
      demo,
      state: {
        channels,
        resolve: createResolver(channels),
        profileOf: createProfiles(served),
        ...fetcherOf(config),
        offered: createModelLister(Date.now),
        limits: { ...defaultLimits, ...(config.limits?.depth !== undefined && { depth: config.limits.depth }) },
        bodyBytes: config.limits?.bodyBytes ?? defaultBodyBytes,
        answerBytes: config.limits?.answerBytes ?? defaultAnswerBytes,
        newId: createIds(),
        log,
        startedAt: Date.now(),
        running: 0,
        draining: false,
        onDrained: () => {},
      },
    }
  }

  async function closeAll(): Promise<void> {
    log.flush()
    await Promise.all([...pools.values()].map((pool) => pool.destroy()))
    await provider?.close()
  }

  return {
    async listen() {
      if (!isLoopback(host))
        throw new ConfigError(
          `HOST: ${host} is not loopback. This version knows no API keys and would serve everybody who can reach it; listen on 127.0.0.1 or ::1, and put what checks callers in front.`,
        )
      try {
        const opened = await openState()
        const gateway = (state = opened.state)
        server = createServer({ keepAliveTimeout: 65_000, requestTimeout: 300_000, ...strict }, (request, response) =>
          serveRequest(gateway, request, response),
        )
        const port = await listenOn(server, config.port ?? 8787, host.replace(/^\[|\]$/g, ''))
        const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
        address = { host, port, url: `http://${name}:${port}`, demo: opened.demo }
        return address
      } catch (error) {
        await closeAll()
        throw error
      }
    },
    async close(patience = 30_000) {
      const running = server
      server = undefined
      if (running === undefined) return
      const closed = new Promise<void>((done) => running.close(() => done()))
      const cut = (): void => running.closeAllConnections()
      const timer = setTimeout(cut, patience)
      if (state) {
        state.draining = true
        // Connections on which nothing was asked yet would keep the server open until they time out.
        state.onDrained = cut
        if (state.running === 0) cut()
      }
      await closed
      clearTimeout(timer)
      await closeAll()
    },
    get address() {
      return address
    },
  }
}

const defaultPorts = [80, 443, 8080, 8443]
const mebibyte = 1024 * 1024

/** What fetches files for upstreams that cannot be told their addresses, unless that is turned off. */
function fetcherOf({ media = {} }: GatewayConfig): { readonly fetchMedia?: MediaFetcher } {
  if (media.fetch === false) return {}
  const { bytes = 20 * mebibyte, files = 16, ports = defaultPorts, privateAddresses = false, timeout = 20 } = media
  const options = { allows: createAllowance(privateAddresses), ports, bytes, files, patience: timeout * 1000, totalBytes: 3 * bytes }
  return { fetchMedia: createMediaFetcher(options) }
}

/** What is known of the models that clients ask for, by the client's format. */
function createProfiles(config: GatewayConfig): (format: Format, model: string) => ModelProfile | undefined {
  const finders = new Map(Object.entries(doors).map(([format, { profiles }]) => [format, createProfileFinder(config, format, profiles)]))
  return (format, model) => finders.get(format)?.(model)
}

function checkNames(names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new ConfigError(`channels: the name ${twice} is given twice`)
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
