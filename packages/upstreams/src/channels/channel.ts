import type { OpenConnection } from '../sockets/open-connection.ts'
import type { ModelFacts, RequestDefaults } from './channel-options.ts'
import type { Circuit } from '../breaker.ts'
import type { ConcurrencyQueue } from '../concurrency-queue.ts'
import type { RefusalMemory } from '../refused-parameters.ts'
import type { Format, JsonObject, ModelProfile, Policy } from '@interlingua/core'
import type { FormatEdge, OpenAuthorizer, SocketFrames, UpstreamEdge } from '@interlingua/core/edge'
import type { EmbedAdapter } from '@interlingua/embeddings'
import type { ImageUpstream } from '@interlingua/images'
import type { PollSchedule, TierId, VideoFamily, VideoUpstream } from '@interlingua/video'
import type { SecureContext } from 'node:tls'
import type { Dispatcher } from 'undici'

/** Kind of work for a channel. `predict`: images of any upstream, also of those that make images natively. */
export type Capability = 'generate' | 'embed' | 'image' | 'predict' | 'video'

/** Channel: the address of one upstream, its format, and its settings. */
export interface Channel {
  readonly name: string
  /** Format for text; for a channel of another capability, the vendor's text format, whose paths and headers it shares. */
  readonly edge: FormatEdge
  /** True if the channel generates text. */
  readonly generates: boolean
  /** Adapters for embeddings, images and videos; absent if the channel does not serve them. */
  readonly embeddings?: EmbedAdapter
  readonly images?: ImageUpstream
  readonly video?: VideoUpstream
  /** Present if models make images natively, as part of text generation. */
  readonly imagesAsText?: true
  /** Facts about its models of videos. */
  readonly videoSettings: VideoSettings
  /** True to keep videos here that the upstream gives by address, and to hide the upstream. */
  readonly hostResults: boolean
  /** Poll times of videos in milliseconds. Default: the dialect's. */
  readonly pollSchedule?: Partial<Omit<PollSchedule, 'growth'>>
  readonly pool: Dispatcher
  /** WebSockets of the upstream. Absent: it is called by HTTP alone. */
  readonly socket?: ChannelSocket
  /** Scheme, host and port of the upstream, which a proxy needs. */
  readonly origin: string
  /** Circuit breaker. */
  readonly circuit: Circuit
  /** Queue for calls. Absent: any number of calls may run at the same time. */
  readonly queue?: ConcurrencyQueue
  /** Statuses and connection failures after which a request is repeated though its work may have been done. */
  readonly retryAlsoOn: readonly (number | 'connection-error' | 'timeout')[]
  /** Path of an endpoint at this upstream. */
  readonly path: (endpoint: string) => string
  /** Key and other credentials, which are redacted in the upstream's answers. */
  readonly secrets: readonly string[]
  /** Authorizer of calls; absent if the headers hold all credentials. */
  readonly authorizer?: OpenAuthorizer
  /** Text by which credentials that are renewed are recognized. Absent: the secrets do not change. */
  readonly credentialId?: string
  /** Headers of every request, the key among them. Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly models: readonly ChannelModel[]
  /** Share of the requests among equal channels. Absent: not configured. */
  readonly weight?: number
  /** Order in which channels are tried; 0 is the first. */
  readonly priority: number
  readonly dialect: JsonObject
  readonly policy: Policy
  /** Cache key of a conversation that these texts name: the same for the same texts, and without any trace of them. */
  readonly cacheKeyOf: (...texts: readonly string[]) => string
  readonly profileOf: (model: string) => ModelProfile | undefined
  /** Finds facts about a model for lists of models. Absent: there are none. */
  readonly factsOf?: (model: string) => ModelFacts | undefined
  /** Milliseconds until the first byte of an answer. */
  readonly firstByteTimeout: number
  readonly idleTimeout: number
  /** Milliseconds from the beginning of an answer to its end; 0 means no limit. */
  readonly totalTimeout: number
  /** Milliseconds of silence before a keep-alive; 0 means never. */
  readonly keepAlive: number
  /** Name of the model in answers, where an alias or a route chose another than the client's. */
  readonly answerModel: 'asked' | 'upstream'
  readonly supports: {
    readonly messageThreads: boolean
    /** True if the upstream keeps responses and conversations that later requests may refer to. */
    readonly storedResponses: boolean
    /** True if the upstream keeps cached contents that requests may refer to. */
    readonly cachedContents: boolean
  }
  /** Memory of refused parameters; absent: no memory, and no second call without a refused parameter. */
  readonly refused?: RefusalMemory
}

/** WebSockets of an upstream. */
export interface ChannelSocket {
  readonly frames: SocketFrames
  /** Options of a connection. */
  readonly options: {
    readonly handshakeTimeout: number
    readonly secureContext?: SecureContext
    readonly createConnection?: OpenConnection
  }
}

/** Configured facts about a model of videos. Default: by the model's id. */
export interface VideoSettings {
  readonly family?: VideoFamily
  readonly tier?: TierId
  /** Seconds, resolutions such as `480p`, and videos of one request, in place of the tier's. */
  readonly durations?: readonly number[]
  readonly resolutions?: readonly string[]
  readonly maxVideos?: number
}

/** Entry of a channel's `models`. */
export interface ChannelModel extends VideoSettings {
  readonly name: string
  readonly upstream?: string
  readonly created?: number
  readonly ownedBy?: string
  /** Tokens of the context, and of the longest answer. */
  readonly contextLength?: number
  readonly maxOutput?: number
  readonly supports?: { readonly responseFormat?: boolean | undefined }
  readonly weight?: number
  readonly priority?: number
  readonly defaults?: RequestDefaults
}

/** Format or dialect of a channel's upstream for a capability; undefined if the channel lacks it. */
export function formatOf(
  { edge, generates, embeddings, images, video, imagesAsText }: Channel,
  capability: Capability,
): Format | undefined {
  switch (capability) {
    case 'generate':
      return generates ? edge.adapter.format : undefined
    case 'embed':
      return embeddings?.format
    case 'image':
      return imagesAsText ? undefined : images?.format
    case 'predict':
      return images?.format
    case 'video':
      return video?.format
  }
}

/** Kind of upstream, named by a channel's `format`. */
export interface UpstreamKind {
  /** Format of the vendor, for headers, model lists and errors. */
  readonly edge: FormatEdge
  /** True if the upstream generates text. */
  readonly generates: boolean
  readonly embeddings?: EmbedAdapter
  readonly images?: ImageUpstream
  readonly video?: VideoUpstream
  /** Present if models make images natively, as part of text generation. */
  readonly imagesAsText?: true
  /** Checks the dialect settings, and throws for invalid ones. Absent: the format's own package checks them. */
  readonly checkDialect?: (settings: JsonObject) => unknown
  /** Headers in place of those of the format. */
  readonly upstreamHeaders?: UpstreamEdge['headers']
}

/** Kinds by the word in configurations. */
export type UpstreamKinds = ReadonlyMap<string, UpstreamKind>
