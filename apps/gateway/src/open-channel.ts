import { defaultPolicy, type Policy } from '@interlingua/core'
import type { Dispatcher } from 'undici'
import type { Channel } from './channel.ts'
import { ConfigError } from './config/config-error.ts'
import type { ChannelConfig, PolicyConfig } from './config/config-schema.ts'
import type { GatewayConfig } from './config/gateway-config.ts'
import type { Way } from './create-pools.ts'
import { createProfileFinder } from './create-profile-finder.ts'
import { doors } from './doors/doors.ts'
import { dropAbsent } from './drop-absent.ts'
import { readDialect } from './read-dialect.ts'
import { createCircuit } from './upstreams/create-circuit.ts'
import { createLine } from './upstreams/create-line.ts'
import { readCaFile } from './upstreams/read-ca-file.ts'
import { readCircuitOptions } from './upstreams/read-circuit-options.ts'
import { readLineOptions } from './upstreams/read-line-options.ts'
import { readSecretFile } from './upstreams/read-secret-file.ts'
import { readSecretVariable } from './upstreams/read-secret-variable.ts'

const millis = 1000

/** A channel as configured, ready to be called. `poolOf` gives the connections of a way. */
export function openChannel(channel: ChannelConfig, config: GatewayConfig, poolOf: (way: Way) => Dispatcher): Channel {
  const door = doors[channel.format]
  const url = new URL(channel.baseUrl)
  const secret = readKey(channel)
  const { connect = 10, firstByte = 600, idle = 300 } = { ...config.timeouts, ...channel.timeouts }
  const version = channel.version ?? '2023-06-01'
  const models = channel.models.map((model) => (typeof model === 'string' ? { name: model } : model))
  const line = readLineOptions(channel)
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'accept-encoding': 'identity',
    ...door.upstreamHeaders(secret, version),
  }
  for (const [name, value] of Object.entries(channel.headers ?? {})) headers[name.toLowerCase()] = value
  return {
    name: channel.name,
    door,
    pool: poolOf(readWay(channel, url.origin, connect * millis)),
    origin: url.origin,
    circuit: createCircuit(readCircuitOptions(config, channel), () => performance.now()),
    ...(line && { line: createLine(line) }),
    retryOn: channel.retryOn ?? config.retry?.on ?? [],
    path: createPaths(url),
    secret,
    headers,
    models: models.map(dropAbsent),
    ...(channel.weight !== undefined && { weight: channel.weight }),
    priority: channel.priority ?? 0,
    dialect: readDialect(channel, version),
    policy: mergePolicies(config.policy, channel.policy),
    profileOf: createProfileFinder(config, channel.format, door.profiles),
    firstByteTimeout: firstByte * millis,
    idleTimeout: idle * millis,
    liveness: (channel.liveness ?? config.liveness ?? 10) * millis,
    threads: channel.threads ?? channel.format === 'messages',
    state: channel.state ?? channel.format === 'responses',
    caches: channel.caches ?? channel.format === 'contents',
  }
}

/** Base addresses are written with and without a version: the endpoint brings its own, but the base knows better. A query (`api-version`) is kept. */
function createPaths({ pathname, search }: URL): (endpoint: string) => string {
  const whole = pathname.replace(/\/+$/, '')
  const version = /\/v1(?:beta)?$/.exec(whole)?.[0] ?? ''
  const base = whole.slice(0, whole.length - version.length)
  return (endpoint) => {
    const own = version === '' ? endpoint : endpoint.replace(/^\/v1(?:beta)?(?=\/)/, version)
    return `${base}${own}${search}`
  }
}

function readKey({ name, apiKey, apiKeyEnv, apiKeyFile }: ChannelConfig): string | undefined {
  if (apiKey !== undefined) return apiKey
  if (apiKeyEnv !== undefined) return readSecretVariable(name, apiKeyEnv, 'apiKeyEnv')
  return apiKeyFile === undefined ? undefined : readSecretFile(name, apiKeyFile, 'apiKeyFile')
}

/** The way to the upstream, with what is read of the environment and of files. */
function readWay({ name, proxy, proxyEnv, caFile }: ChannelConfig, origin: string, connectTimeout: number): Way {
  const through = proxy ?? (proxyEnv === undefined ? undefined : readSecretVariable(name, proxyEnv, 'proxyEnv'))
  if (through !== undefined && !/^https?:$/.test(URL.parse(through)?.protocol ?? ''))
    throw new ConfigError(`channel ${name}: the proxy must have an address that begins with http:// or https://`)
  return {
    origin,
    connectTimeout,
    ...(through !== undefined && { proxy: through }),
    ...(caFile !== undefined && { ca: readCaFile(name, caFile) }),
  }
}

function mergePolicies(...policies: readonly (PolicyConfig | undefined)[]): Policy {
  return policies.reduce<Policy>((merged, policy) => {
    if (policy === undefined) return merged
    return { ...merged, ...(typeof policy === 'string' ? { strictness: policy } : dropAbsent(policy)) }
  }, defaultPolicy)
}
