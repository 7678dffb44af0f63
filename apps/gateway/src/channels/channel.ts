import type { JsonObject, ModelProfile, Policy } from '@interlingua/core'
import type { EmbedAdapter } from '@interlingua/embeddings'
import type { ImageUpstream } from '@interlingua/images'
import type { TierId, VideoFamily, VideoPace, VideoUpstream } from '@interlingua/video'
import type { Dispatcher } from 'undici'
import type { FormatEdge, OpenAuthorizer } from '@interlingua/core/edge'
import type { RefusalMemory } from '../refusals/create-refusal-memory.ts'
import type { Circuit } from '../upstreams/breaker.ts'
import type { ConcurrencyQueue } from '../upstreams/concurrency-queue.ts'

/** One upstream: where it is, what it speaks, what it may be asked. */
export interface Channel {
  readonly name: string
  /** What text is generated in; of a channel that is for something else, the vendor's ways all the same. */
  readonly edge: FormatEdge
  /** Text is generated at it. */
  readonly generates: boolean
  /** How it is asked for embeddings, for images, and for videos. */
  readonly embeds?: EmbedAdapter
  readonly paints?: ImageUpstream
  readonly films?: VideoUpstream
  /** True: models that make images do so as they generate text, and are asked that way. */
  readonly imagesAsText?: true
  /** What is known of its models of videos. */
  readonly video: VideoSettings
  /** Videos that the upstream gives by address are kept here all the same, and who made them is not told. */
  readonly rehost: boolean
  /** When it is asked after videos, where that is not when the dialect does: milliseconds. */
  readonly pace?: Partial<Pick<VideoPace, 'first' | 'next' | 'most' | 'deadline'>>
  readonly pool: Dispatcher
  /** Scheme, host and port of the upstream: a proxy must be told. */
  readonly origin: string
  /** Whether the upstream may be asked now. */
  readonly circuit: Circuit
  /** Absent: any number of calls may run at the same time. */
  readonly queue?: ConcurrencyQueue
  /** Statuses, and failures of the connection, after which a request is repeated though it may have been carried out. */
  readonly retryOn: readonly (number | 'broken' | 'timeout')[]
  /** The path of the format's endpoint at this upstream. */
  readonly path: (endpoint: string) => string
  /** The key and other credentials, only to redact them in what an upstream says. */
  readonly secrets: readonly string[]
  /** What proves who calls, where that is more than a key in the headers. */
  readonly authorizer?: OpenAuthorizer
  /** Headers of every request, the key among them. Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly models: readonly ChannelModel[]
  /** Share of the requests among channels that are as good; absent where nobody named one. */
  readonly weight?: number
  /** 0 is tried first. */
  readonly priority: number
  readonly dialect: JsonObject
  readonly policy: Policy
  readonly profileOf: (model: string) => ModelProfile | undefined
  /** Milliseconds. */
  readonly firstByteTimeout: number
  readonly idleTimeout: number
  /** Of an answer, from its beginning to its end, whatever keeps it alive; 0 is none. */
  readonly totalTimeout: number
  /** Milliseconds of silence before a sign of life; 0 is never. */
  readonly liveness: number
  /** Which name of its model an answer has, where an alias or a route chose another than the client asked for. */
  readonly answerModel: 'asked' | 'upstream'
  readonly threads: boolean
  /** Whether the upstream keeps responses and conversations that later requests may refer to. */
  readonly state: boolean
  /** Whether the upstream keeps cached contents that requests may refer to. */
  readonly caches: boolean
  /** What its models have refused of late; absent: that is not remembered, and nothing is asked again without it. */
  readonly refused?: RefusalMemory
}

/** What a configuration knows of a model of videos; what it does not say, the id of the model does. */
export interface VideoSettings {
  readonly family?: VideoFamily
  readonly tier?: TierId
  /** In place of the tier's: seconds, `480p`, videos of one wish. */
  readonly durations?: readonly number[]
  readonly resolutions?: readonly string[]
  readonly mostVideos?: number
}

/** One line of a channel's `models`. */
export interface ChannelModel extends VideoSettings {
  readonly name: string
  readonly upstream?: string
  readonly created?: number
  readonly ownedBy?: string
  /** Tokens: what the model takes, and what it answers at most. */
  readonly contextLength?: number
  readonly maxOutput?: number
  readonly rejectsResponseFormat?: boolean
  readonly weight?: number
  readonly priority?: number
}
