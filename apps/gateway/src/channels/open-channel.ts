import { defaultPolicy, type JsonObject, type Policy } from '@interlingua/core'
import type { DialectSettings, FormatEdge, OpenAuthorizer } from '@interlingua/core/edge'
import { tiers, type VideoFamily } from '@interlingua/video'
import type { Dispatcher } from 'undici'
import { ConfigError } from '../config/config-error.ts'
import type { ChannelConfig, PolicyConfig } from '../config/config-schema.ts'
import type { GatewayConfig } from '../config/gateway-config.ts'
import { createRefusalMemory } from '../refusals/create-refusal-memory.ts'
import { createBreaker } from '../upstreams/create-breaker.ts'
import { createConcurrencyQueue } from '../upstreams/create-concurrency-queue.ts'
import { readBreakerOptions } from '../upstreams/read-breaker-options.ts'
import { readCaFile } from '../upstreams/read-ca-file.ts'
import { readHeaders } from '../upstreams/read-headers.ts'
import { readQueueOptions } from '../upstreams/read-queue-options.ts'
import { readSecretFile } from '../upstreams/read-secret-file.ts'
import { readSecretVariable } from '../upstreams/read-secret-variable.ts'
import type { Channel, VideoSettings } from './channel.ts'
import type { ConnectionOptions } from './create-pools.ts'
import { createProfileFinder } from './create-profile-finder.ts'
import { dropAbsent } from './drop-absent.ts'
import type { UpstreamKind, UpstreamKinds } from './kinds.ts'
import { openAuthorizer } from './open-authorizer.ts'

const millis = 1000
const shortestSecret = 8

/** What generates no text keeps nothing that a text refers to. */
const nothing: FormatEdge['upstream']['keeps'] = {}

/** A channel as configured, ready to be called. `poolOf` gives its connections. */
export function openChannel(
  channel: ChannelConfig,
  config: GatewayConfig,
  kinds: UpstreamKinds,
  poolOf: (connection: ConnectionOptions) => Dispatcher,
): Channel {
  const kind = kinds.get(channel.format)
  if (kind === undefined)
    throw new ConfigError(`channel ${channel.name}: the format ${channel.format} is not known (known: ${[...kinds.keys()].join(', ')})`)
  const { edge, generates, embeds, paints, films, imagesAsText, upstreamHeaders = edge.upstream.headers } = kind
  const keeps = generates ? edge.upstream.keeps : nothing
  checkFamilies(channel, kind)
  const url = new URL(channel.baseUrl)
  const secret = readKey(channel)
  const own = readHeaders(channel.name, channel.headers)
  const { connect = 10, firstByte = 600, idle = 300, total = 3_600 } = { ...config.timeouts, ...channel.timeouts }
  const version = channel.version ?? '2023-06-01'
  const models = channel.models.map((model) => (typeof model === 'string' ? { name: model } : model))
  const queue = readQueueOptions(channel)
  const headers = {
    'content-type': 'application/json',
    'accept-encoding': 'identity',
    ...upstreamHeaders(secret, version),
    ...own.headers,
  }
  const connection = readConnection(channel, url.origin, connect * millis)
  const dialect = readDialect(channel, kind, version)
  const secrets = secretsOf(secret, own.secrets, url)
  const { authorize } = edge.upstream
  const authorizer = authorize && generates ? openAuthorizer(channel.name, authorize, secret, dialect, connection, poolOf) : undefined
  const opened: Channel = {
    name: channel.name,
    edge,
    generates,
    ...(embeds && { embeds }),
    ...(paints && { paints }),
    ...(films && { films }),
    ...(imagesAsText && { imagesAsText }),
    video: videoSettingsOf(channel),
    rehost: channel.rehost === true,
    ...(channel.pace && { pace: millisOf(channel.pace) }),
    pool: poolOf(connection),
    origin: url.origin,
    circuit: createBreaker(readBreakerOptions(config, channel), () => performance.now()),
    ...(queue && { queue: createConcurrencyQueue(queue) }),
    retryOn: channel.retryOn ?? config.retry?.on ?? [],
    path: createPaths(url),
    ...(authorizer && { authorizer }),
    secrets,
    headers,
    models: models.map(dropAbsent),
    ...(channel.weight !== undefined && { weight: channel.weight }),
    priority: channel.priority ?? 0,
    dialect,
    policy: mergePolicies(config.policy, channel.policy),
    profileOf: createProfileFinder(config, edge.adapter.format, edge.profiles),
    firstByteTimeout: firstByte * millis,
    idleTimeout: idle * millis,
    totalTimeout: total * millis,
    answerModel: channel.answerModel ?? config.answerModel ?? 'asked',
    liveness: (channel.liveness ?? config.liveness ?? 10) * millis,
    threads: channel.threads ?? keeps.threads === true,
    // Another format has nothing by which its upstream could be told of a response.
    state: keeps.responses === true && channel.state !== false,
    caches: channel.caches ?? keeps.cachedContents === true,
    ...(channel.fit !== 'known' && { refused: createRefusalMemory(() => performance.now()) }),
  }
  return authorizer === undefined ? opened : withSecretsOf(authorizer, opened)
}

/** Secrets of an authorizer change: they are asked for whenever something is redacted. */
function withSecretsOf(authorizer: OpenAuthorizer, channel: Channel): Channel {
  let last: readonly string[] | undefined
  let all = channel.secrets
  return Object.defineProperty({ ...channel }, 'secrets', {
    enumerable: true,
    get(): readonly string[] {
      const now = authorizer.secrets()
      if (now !== last) {
        last = now
        all = longestFirst(new Set([...channel.secrets, ...now]))
      }
      return all
    },
  })
}

/**
 * Base addresses are written with and without a version (`/v1`, `/api/v3`, `/v1beta1/projects/…`): the endpoint brings its own, but the base
 * knows better. A query (`api-version`) is kept.
 */
function createPaths({ pathname, search }: URL): (endpoint: string) => string {
  const base = pathname.replace(/\/+$/, '')
  const versioned = /\/v\d+(?:(?:alpha|beta)\d*)?(?:$|\/projects\/)/.test(base)
  return (endpoint) => {
    const path = `${base}${versioned ? endpoint.replace(/^\/v1(?:beta)?(?=\/)/, '') : endpoint}`
    return path.includes('?') ? `${path}${search.replace('?', '&')}` : `${path}${search}`
  }
}

/** A family that the upstream has no words for would fail with every wish. */
function checkFamilies({ name, models, ...own }: ChannelConfig, { films }: UpstreamKind): void {
  const served: readonly VideoFamily[] = films?.families ?? []
  for (const { family, tier } of [own, ...models.filter((model) => typeof model !== 'string')])
    for (const asked of [family, tier && tiers[tier].family])
      if (asked !== undefined && !served.includes(asked))
        throw new ConfigError(
          `channel ${name}: its format has no videos of the family ${asked}${served.length === 0 ? '' : ` (it has ${served.join(', ')})`}`,
        )
}

function videoSettingsOf({ family, tier, durations, resolutions, mostVideos }: ChannelConfig): VideoSettings {
  return dropAbsent({ family, tier, durations, resolutions, mostVideos })
}

function millisOf(pace: NonNullable<ChannelConfig['pace']>): NonNullable<Channel['pace']> {
  return Object.fromEntries(Object.entries(dropAbsent(pace)).map(([name, seconds]) => [name, seconds * millis]))
}

function readKey({ name, apiKey, apiKeyEnv, apiKeyFile }: ChannelConfig): string | undefined {
  if (apiKey !== undefined) return legalKey(name, apiKey, 'apiKey')
  if (apiKeyEnv !== undefined) return legalKey(name, readSecretVariable(name, apiKeyEnv, 'apiKeyEnv'), 'apiKeyEnv')
  return apiKeyFile === undefined ? undefined : legalKey(name, readSecretFile(name, apiKeyFile, 'apiKeyFile'), 'apiKeyFile')
}

/** A key with a line break in it, as copying brings about, would make every request fail. */
function legalKey(channel: string, text: string, key: string): string {
  if (/^[\x20-\x7e]+$/.test(text)) return text
  throw new ConfigError(`channel ${channel}: the key (${key}) holds what no header may hold`)
}

/** What must be redacted in an upstream's words: the key, the credentials among the headers, and those in the address. */
function secretsOf(key: string | undefined, headers: readonly string[], { searchParams }: URL): readonly string[] {
  const parameters = [...searchParams]
    .filter(([name, value]) => /key|secret|sig|token/i.test(name) && value !== '')
    .map(([, value]) => value)
  const all = new Set([...(key === undefined ? [] : [key]), ...headers, ...parameters])
  return longestFirst(all)
}

/** The longest first: one may be a part of another. A key as short as a word is no secret, and its letters stand in anything. */
function longestFirst(secrets: ReadonlySet<string>): readonly string[] {
  return [...secrets].filter(({ length }) => length >= shortestSecret).toSorted((a, b) => b.length - a.length)
}

/** The way to the upstream, with what is read of the environment and of files. */
function readConnection(
  { name, proxy, proxyEnv, proxyFile, caFile }: ChannelConfig,
  origin: string,
  connectTimeout: number,
): ConnectionOptions {
  const through =
    proxy ??
    (proxyEnv !== undefined
      ? readSecretVariable(name, proxyEnv, 'proxyEnv')
      : proxyFile === undefined
        ? undefined
        : readSecretFile(name, proxyFile, 'proxyFile'))
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

/** The vendor profile of a channel: a preset by name, or the settings as they stand in the file. Throws `ConfigError`. */
function readDialect({ name, format, dialect }: ChannelConfig, kind: UpstreamKind, version: string): JsonObject {
  const { presets, check, defaults } = dialectOf(kind)
  if (typeof dialect === 'string') {
    const preset = Object.hasOwn(presets, dialect) ? presets[dialect] : undefined
    if (preset) return preset
    const known = Object.keys(presets)
    const told = known.length === 0 ? `the format ${format} has no dialects by name` : `known: ${known.join(', ')}`
    throw new ConfigError(`channel ${name}: the dialect ${dialect} is not known (${told})`)
  }
  const settings = { ...defaults?.(version), ...dialect }
  try {
    check(settings)
  } catch (error) {
    throw new ConfigError(`channel ${name}: ${error instanceof Error ? error.message : 'the dialect cannot be used'}`, { cause: error })
  }
  return settings
}

/** Formats of text know their own dialects; a channel of something else alone has one. */
function dialectOf({ edge, generates, checkDialect = takesAnything }: UpstreamKind): DialectSettings {
  return generates ? edge.dialect : { presets: {}, check: checkDialect }
}

function takesAnything(): void {}
