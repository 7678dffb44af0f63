import { defaultPolicy, findModelProfile, type ModelProfile, type Policy } from '@interlingua/core'
import { readFileSync } from 'node:fs'
import type { Pool } from 'undici'
import type { Channel } from './channel.ts'
import { ConfigError } from './config/config-error.ts'
import type { ChannelConfig, PolicyConfig } from './config/config-schema.ts'
import type { GatewayConfig } from './config/gateway-config.ts'
import { doors } from './doors/doors.ts'
import { readDialect } from './read-dialect.ts'

const millis = 1000

/** A channel as configured, ready to be called. `poolOf` gives the one pool of an origin. */
export function openChannel(
  channel: ChannelConfig,
  config: GatewayConfig,
  poolOf: (origin: string, connectTimeout: number) => Pool,
): Channel {
  const door = doors[channel.format]
  const url = new URL(channel.baseUrl)
  const secret = readKey(channel)
  const { connect = 10, firstByte = 600, idle = 300 } = { ...config.timeouts, ...channel.timeouts }
  const version = channel.version ?? '2023-06-01'
  const models = channel.models.map((model) => (typeof model === 'string' ? { name: model } : model))
  const profiles: readonly ModelProfile[] = [...ownProfiles(config, channel.format), ...door.profiles]
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'accept-encoding': 'identity',
    ...door.upstreamHeaders(secret, version),
  }
  for (const [name, value] of Object.entries(channel.headers ?? {})) headers[name.toLowerCase()] = value
  return {
    name: channel.name,
    door,
    pool: poolOf(url.origin, connect * millis),
    path: createPaths(url),
    secret,
    headers,
    models: models.map(dropAbsent),
    dialect: readDialect(channel, version),
    policy: mergePolicies(config.policy, channel.policy),
    profileOf: rememberProfiles(profiles),
    firstByteTimeout: firstByte * millis,
    idleTimeout: idle * millis,
    liveness: (channel.liveness ?? config.liveness ?? 10) * millis,
    threads: channel.threads ?? channel.format === 'messages',
  }
}

/** Base addresses are written with and without their `/v1`: the endpoint brings its own. A query (`api-version`) is kept. */
function createPaths({ pathname, search }: URL): (endpoint: string) => string {
  const base = pathname.replace(/\/+$/, '').replace(/\/v1$/, '')
  return (endpoint) => `${base}${endpoint}${search}`
}

function readKey({ name, apiKey, apiKeyEnv, apiKeyFile }: ChannelConfig): string | undefined {
  if (apiKey !== undefined) return apiKey
  if (apiKeyEnv !== undefined) {
    const value = process.env[apiKeyEnv]
    if (!value) throw new ConfigError(`channel ${name}: the environment variable ${apiKeyEnv} (apiKeyEnv) is not set`)
    return value
  }
  if (apiKeyFile === undefined) return undefined
  try {
    return readFileSync(apiKeyFile, 'utf8').trim()
  } catch (error) {
    throw new ConfigError(`channel ${name}: the file ${apiKeyFile} (apiKeyFile) cannot be read`, { cause: error })
  }
}

function ownProfiles(config: GatewayConfig, format: string): readonly ModelProfile[] {
  return (config.profiles ?? []).filter((profile) => profile.format === format).map((profile) => dropAbsent({ asOf: '', ...profile }))
}

/** Models that are remembered: more are looked up each time. */
const rememberedModels = 1000

function rememberProfiles(profiles: readonly ModelProfile[]): (model: string) => ModelProfile | undefined {
  const known = new Map<string, ModelProfile | undefined>()
  return (model) => {
    if (known.has(model)) return known.get(model)
    const profile = findModelProfile(profiles, model)
    if (known.size < rememberedModels) known.set(model, profile)
    return profile
  }
}

function mergePolicies(...policies: readonly (PolicyConfig | undefined)[]): Policy {
  return policies.reduce<Policy>((merged, policy) => {
    if (policy === undefined) return merged
    return { ...merged, ...(typeof policy === 'string' ? { strictness: policy } : dropAbsent(policy)) }
  }, defaultPolicy)
}

type WithoutUndefined<T> = { [K in keyof T]: Exclude<T[K], undefined> }

/** Absent is absent: optional keys of a checked file may hold `undefined` by type only. */
function dropAbsent<T extends object>(value: T): WithoutUndefined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as WithoutUndefined<T> // what is undefined was left out
}
