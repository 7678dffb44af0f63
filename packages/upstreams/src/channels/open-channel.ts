import { readBreakerOptions } from '../breaker.ts'
import { readQueueOptions } from '../concurrency-queue.ts'
import { type CallControls, ownControls } from '../controls.ts'
import { createRefusalMemory } from '../refused-parameters.ts'
import { openCredentials } from '../credentials/open-credentials.ts'
import { createTlsContext, readCaFile, readHeaders, readSecretFile, readSecretVariable } from '../secrets.ts'
import { createCacheKeys } from './cache-keys.ts'
import type { ChannelDefaults, ChannelOptions, PolicyOptions } from './channel-options.ts'
import type { Channel, ChannelSocket, UpstreamKind, UpstreamKinds, VideoSettings } from './channel.ts'
import { tunnelThrough } from '../sockets/tunnel-through.ts'
import type { ConnectionOptions } from './create-pools.ts'
import { dropAbsent } from '@interlingua/adapter-kit'
import { defaultPolicy, findModelProfile, type Format, type JsonObject, type ModelProfile, type Policy } from '@interlingua/core'
import {
  type AuthorizerFactory,
  createUpstreamPaths,
  type DialectSettings,
  type FormatEdge,
  type OpenAuthorizer,
  type OutgoingRequest,
} from '@interlingua/core/edge'
import { ConfigError, rememberByName } from '@interlingua/gateway-kernel'
import { type VideoFamily, videoTiers } from '@interlingua/video'
import type { Dispatcher } from 'undici'

/** Creates the finder of facts about models of `format`; the configuration's facts win over the package's. */
export function createProfileFinder(
  config: ChannelDefaults,
  format: Format,
  shipped: readonly ModelProfile[],
): (model: string) => ModelProfile | undefined {
  const own = (config.profiles ?? [])
    .filter((profile) => profile.format === format)
    .map((profile) => ({ asOf: '', ...dropAbsent(profile) }))
  const profiles: readonly ModelProfile[] = [...own, ...shipped]
  return rememberByName((model) => findModelProfile(profiles, model))
}

/** Milliseconds for a token server, and largest answer in bytes. */
const tokenTimeoutMs = 10_000
const mostBytes = 1024 * 1024

/** Opens the authorizer of a channel. Tokens are fetched over the channel's own kind of connection. Throws a `ConfigError`. */
function openAuthorizer(
  name: string,
  create: AuthorizerFactory,
  key: string | undefined,
  settings: JsonObject,
  connection: ConnectionOptions,
  poolOf: (connection: ConnectionOptions) => Dispatcher,
): OpenAuthorizer {
  try {
    return create({ key, settings, now: Date.now, fetch: (request) => fetchBy(request, connection, poolOf) })
  } catch (error) {
    throw new ConfigError(`channel ${name}: ${error instanceof Error ? error.message : 'its credentials cannot be used'}`, { cause: error })
  }
}

/** Opens the credentials that a channel has in place of a key. Throws a `ConfigError`. */
function openOwnCredentials(
  { name, credentials }: ChannelOptions,
  connection: ConnectionOptions,
  poolOf: (connection: ConnectionOptions) => Dispatcher,
): OpenAuthorizer | undefined {
  if (credentials === undefined) return undefined
  return openCredentials(credentials, {
    channel: name,
    environment: process.env,
    now: Date.now,
    fetch: (request) => fetchBy(request, connection, poolOf),
    fetchLocal: (request) => fetchBy(request, { origin: connection.origin, connectTimeout: localConnectMs }, poolOf),
  })
}

/** Milliseconds for a connection to the host's own server of credentials, which answers at once or is not there. */
const localConnectMs = 2_000

async function fetchBy(
  { method, url, headers, body }: OutgoingRequest,
  connection: ConnectionOptions,
  poolOf: (connection: ConnectionOptions) => Dispatcher,
): Promise<{ readonly status: number; readonly body: string }> {
  const { origin, pathname, search } = new URL(url)
  const answer = await poolOf({ ...connection, origin }).request({
    origin,
    path: `${pathname}${search}`,
    method: method as Dispatcher.HttpMethod, // the token server refuses unknown methods
    headers,
    body: body ?? null,
    signal: AbortSignal.timeout(tokenTimeoutMs),
  })
  const chunks: Buffer[] = []
  let size = 0
  // Leaving the loop ends the call.
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > mostBytes) throw new Error('the answer of the server of tokens is too long')
    chunks.push(chunk)
  }
  return { status: answer.statusCode, body: Buffer.concat(chunks, size).toString('utf8') }
}

const millis = 1000
const shortestSecret = 8

/** Kept state of channels that generate no text: none. */
const nothing: FormatEdge['upstream']['supports'] = {}

/** Opens a configured channel. `poolOf` gives its connections. */
export function openChannel(
  channel: ChannelOptions,
  config: ChannelDefaults,
  kinds: UpstreamKinds,
  poolOf: (connection: ConnectionOptions) => Dispatcher,
  controls: CallControls = ownControls,
): Channel {
  const kind = kinds.get(channel.format)
  if (kind === undefined)
    throw new ConfigError(`channel ${channel.name}: the format ${channel.format} is not known (known: ${[...kinds.keys()].join(', ')})`)
  const { edge, generates, embeddings, images, video, imagesAsText, upstreamHeaders = edge.upstream.headers } = kind
  const supports = generates ? edge.upstream.supports : nothing
  checkFamilies(channel, kind)
  const url = new URL(channel.baseUrl)
  const secret = readKey(channel)
  const own = readHeaders(channel.name, channel.headers)
  const { connect = 10, firstByte = 600, idle = 300, total = 3_600 } = { ...config.timeouts, ...channel.timeouts }
  const version = channel.anthropicVersion ?? '2023-06-01'
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
  const authorizer =
    openOwnCredentials(channel, connection, poolOf) ??
    (authorize && generates ? openAuthorizer(channel.name, authorize, secret, dialect, connection, poolOf) : undefined)
  const identity = { channel: channel.name, text: describeUpstream(channel, config, headers, connection) }
  const opened: Channel = {
    name: channel.name,
    edge,
    generates,
    ...(embeddings && { embeddings }),
    ...(images && { images }),
    ...(video && { video }),
    ...(imagesAsText && { imagesAsText }),
    videoSettings: videoSettingsOf(channel),
    hostResults: channel.hostResults === true,
    ...(channel.poll && { pollSchedule: millisOf(channel.poll) }),
    pool: poolOf(connection),
    ...(channel.webSocket === true && { socket: socketOf(channel, edge, connection, authorizer !== undefined) }),
    origin: url.origin,
    circuit: controls.createCircuit(readBreakerOptions(config, channel), identity),
    ...(queue && { queue: controls.createQueue(queue, identity) }),
    retryAlsoOn: channel.retry?.alsoOn ?? config.retry?.alsoOn ?? [],
    path: createUpstreamPaths(url),
    ...(authorizer && { authorizer, credentialId: JSON.stringify([secrets, channel.credentials]) }),
    secrets,
    headers,
    models: models.map(dropAbsent),
    ...(channel.weight !== undefined && { weight: channel.weight }),
    priority: channel.priority ?? 0,
    dialect,
    policy: { cache: channel.cache ?? config.cache ?? 'auto', ...mergePolicies(config.policy, channel.policy) },
    cacheKeyOf: createCacheKeys(secret ?? channel.name),
    profileOf: createProfileFinder(config, edge.adapter.format, edge.profiles),
    ...(config.factsOf && { factsOf: (model: string) => config.factsOf?.(channel.name, model) }),
    firstByteTimeout: firstByte * millis,
    idleTimeout: idle * millis,
    totalTimeout: total * millis,
    answerModel: channel.answerModel ?? config.answerModel ?? 'asked',
    keepAlive: (channel.keepAlive ?? config.keepAlive ?? 10) * millis,
    supports: {
      messageThreads: channel.supports?.messageThreads ?? supports.messageThreads === true,
      // Only the format of responses can name a stored response.
      storedResponses: supports.storedResponses === true && channel.supports?.storedResponses !== false,
      cachedContents: channel.supports?.cachedContents ?? supports.cachedContents === true,
    },
    ...(channel.fit !== 'known' && { refused: createRefusalMemory(() => performance.now()) }),
  }
  return authorizer === undefined ? opened : withSecretsOf(authorizer, opened)
}

/** Text of all settings by which the upstream of a channel is another one. It holds the channel's credentials. */
export function describeUpstream(
  { format, baseUrl, circuitBreaker, credentials }: ChannelOptions,
  config: ChannelDefaults,
  headers: Channel['headers'],
  connection?: ConnectionOptions,
): string {
  return JSON.stringify([format, baseUrl, headers, circuitBreaker, config.circuitBreaker, connection, credentials])
}

/** Adds the authorizer's secrets, which change, so they are read at each redaction. */
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

/** WebSockets of a channel. Throws a `ConfigError` where its upstreams have none, or where one could not be opened as calls are made. */
function socketOf({ name }: ChannelOptions, edge: FormatEdge, connection: ConnectionOptions, signs: boolean): ChannelSocket {
  const { frames } = edge.upstream
  const { connectTimeout, proxy, ca } = connection
  if (frames === undefined) throw new ConfigError(`channel ${name}: webSocket is true, and its format has no WebSockets`)
  if (signs) throw new ConfigError(`channel ${name}: webSocket is true, and WebSockets have no credentials but a key`)
  const options = { handshakeTimeout: connectTimeout, ...(ca !== undefined && { secureContext: createTlsContext(ca) }) }
  return { frames, options: proxy === undefined ? options : { ...options, createConnection: tunnelThrough(proxy, connection) } }
}

/** Refuses a video family that the upstream's dialect lacks, since every request would fail. */
function checkFamilies({ name, models, ...own }: ChannelOptions, { video }: UpstreamKind): void {
  const served: readonly VideoFamily[] = video?.families ?? []
  for (const { family, tier } of [own, ...models.filter((model) => typeof model !== 'string')])
    for (const asked of [family, tier && videoTiers[tier].family])
      if (asked !== undefined && !served.includes(asked))
        throw new ConfigError(
          `channel ${name}: its format has no videos of the family ${asked}${served.length === 0 ? '' : ` (it has ${served.join(', ')})`}`,
        )
}

function videoSettingsOf({ family, tier, durations, resolutions, maxVideos }: ChannelOptions): VideoSettings {
  return dropAbsent({ family, tier, durations, resolutions, maxVideos })
}

function millisOf(poll: NonNullable<ChannelOptions['poll']>): NonNullable<Channel['pollSchedule']> {
  return Object.fromEntries(Object.entries(dropAbsent(poll)).map(([name, seconds]) => [name, seconds * millis]))
}

function readKey({ name, apiKey, apiKeyEnv, apiKeyFile }: ChannelOptions): string | undefined {
  if (apiKey !== undefined) return legalKey(name, apiKey, 'apiKey')
  if (apiKeyEnv !== undefined) return legalKey(name, readSecretVariable(name, apiKeyEnv, 'apiKeyEnv'), 'apiKeyEnv')
  return apiKeyFile === undefined ? undefined : legalKey(name, readSecretFile(name, apiKeyFile, 'apiKeyFile'), 'apiKeyFile')
}

/** Checks the key, in which a copied line break would make every request fail. */
function legalKey(channel: string, text: string, key: string): string {
  if (/^[\x20-\x7e]+$/.test(text)) return text
  throw new ConfigError(`channel ${channel}: ${key} contains characters that are not allowed in an HTTP header`)
}

/** Secrets to redact in an upstream's answers: the key, credentials among the headers, and those in the address. */
function secretsOf(key: string | undefined, headers: readonly string[], { searchParams }: URL): readonly string[] {
  const parameters = [...searchParams]
    .filter(([name, value]) => /key|secret|sig|token/i.test(name) && value !== '')
    .map(([, value]) => value)
  const all = new Set([...(key === undefined ? [] : [key]), ...headers, ...parameters])
  return longestFirst(all)
}

/** Sorts the longest first, since one may be a part of another. Short values are left out: they are no secrets, and occur in any text. */
function longestFirst(secrets: ReadonlySet<string>): readonly string[] {
  return [...secrets].filter(({ length }) => length >= shortestSecret).toSorted((a, b) => b.length - a.length)
}

/** Options of the connection, with values from the environment and from files. */
function readConnection(
  { name, proxy, proxyEnv, proxyFile, caFile }: ChannelOptions,
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

function mergePolicies(...policies: readonly (PolicyOptions | undefined)[]): Policy {
  return policies.reduce<Policy>((merged, policy) => {
    if (policy === undefined) return merged
    return { ...merged, ...(typeof policy === 'string' ? { strictness: policy } : dropAbsent(policy)) }
  }, defaultPolicy)
}

/** Dialect settings of a channel: a preset by name, or the settings in the file. Throws a `ConfigError`. */
function readDialect({ name, format, dialect }: ChannelOptions, kind: UpstreamKind, version: string): JsonObject {
  const { presets, check, defaults } = dialectOf(kind)
  if (typeof dialect === 'string') {
    const preset = Object.hasOwn(presets, dialect) ? presets[dialect] : undefined
    if (preset) return preset
    const known = Object.keys(presets)
    const hint = known.length === 0 ? `the format ${format} has no dialects by name` : `known: ${known.join(', ')}`
    throw new ConfigError(`channel ${name}: the dialect ${dialect} is not known (${hint})`)
  }
  const settings = { ...defaults?.(version), ...dialect }
  try {
    check(settings)
  } catch (error) {
    throw new ConfigError(`channel ${name}: ${error instanceof Error ? error.message : 'the dialect cannot be used'}`, { cause: error })
  }
  return settings
}

/** Settings of dialects: the text format's own, or the one of a channel for another capability. */
function dialectOf({ edge, generates, checkDialect = takesAnything }: UpstreamKind): DialectSettings {
  return generates ? edge.dialect : { presets: {}, check: checkDialect }
}

function takesAnything(): void {}
