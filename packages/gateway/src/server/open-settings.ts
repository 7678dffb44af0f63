import type { GatewayState, ResponsesSettings } from './gateway-state.ts'
import type { SocketSettings } from './socket-settings.ts'
import { type BodyLimits, defaultBodyLimits } from '../body/parse-body.ts'
import { capacityOf, type LimitOptions } from './limits.ts'
import {
  createFetchers,
  createProfileFinder,
  createResolver,
  type MediaOptions,
  type ChannelRegistry,
  readRetryPolicy,
  type UpstreamsOptions,
} from '@interlingua/upstreams'
import { createPriceTable, type PriceOptions } from '@interlingua/access'
import { defaultLimits, type Format, type ModelProfile } from '@interlingua/core'
import type { Formats } from '@interlingua/gateway-kernel'

/** Keeping of responses for upstreams that keep none. */
export interface ResponsesOptions {
  /** Seconds for which a response is kept after its last use. Default 2,592,000, which is 30 days. */
  readonly retention?: number | undefined
  /** Largest conversation in characters, input and output together. Default 64 Mi. */
  readonly characters?: number | undefined
  /** Largest number of background responses of one key at the same time. Default 20. */
  readonly background?: number | undefined
  /** Compaction of conversations for upstreams that compact none, by a call for a summary. Absent: it is refused there. */
  readonly compact?:
    | {
        /** Model that writes the summary. Default: the request's own. */
        readonly model?: string | undefined
        /** Instruction for the summary. Default: one for a hand-over. */
        readonly prompt?: string | undefined
        /** Largest number of tokens of the summary. Default: the model's own. */
        readonly maxTokens?: number | undefined
      }
    | undefined
  /** WebSockets on the path of responses. Times are in seconds. */
  readonly websocket?:
    | {
        /** False: clients are told to use HTTP. Default true. */
        readonly enabled?: boolean | undefined
        /** Time after which a connection takes no more requests. Default 3,600. */
        readonly lifetime?: number | undefined
        /** Largest number of connections of one key. Default 100. */
        readonly perKey?: number | undefined
        /** Largest number of connections of this process. Default 10,000. */
        readonly total?: number | undefined
        /** Characters of the conversations that a connection remembers; above it, those used longest ago are forgotten. Default 64 Mi. */
        readonly characters?: number | undefined
      }
    | undefined
}

/** Settings that `Gateway.update` replaces while the gateway runs. */
export interface GatewaySettings {
  /** Channels to providers, with their routes and defaults. */
  readonly upstreams: Omit<UpstreamsOptions, 'random'>
  readonly limits?: LimitOptions | undefined
  readonly media?: MediaOptions | undefined
  /** Prices of models, for budgets and usage records. Default: none, and nothing has a cost. */
  readonly prices?: PriceOptions | undefined
  readonly usage?:
    | {
        /** False to keep no usage records, except for keys with a budget, which needs them. Default true. */
        readonly enabled?: boolean | undefined
        /** Seconds for which records are kept. Default: for ever. */
        readonly retention?: number | undefined
      }
    | undefined
  readonly responses?: ResponsesOptions | undefined
}

/** Part of the state that settings decide. */
export type OpenedSettings = Pick<
  GatewayState,
  | 'channels'
  | 'candidates'
  | 'aliases'
  | 'resolve'
  | 'retry'
  | 'profileOf'
  | 'fetchMedia'
  | 'fetchResults'
  | 'openResult'
  | 'limits'
  | 'bodyBytes'
  | 'bodyLimits'
  | 'imageBytes'
  | 'videoBytes'
  | 'answerBytes'
  | 'capacity'
  | 'prices'
  | 'keepsUsage'
  | 'usageRetention'
  | 'responses'
  | 'sockets'
>

const mebibyte = 1024 * 1024

/** Opens settings, with the secrets that they name. `open` opens the channels. Throws a `ConfigError` before any effect. */
export function openSettings(settings: GatewaySettings, formats: Formats, open: ChannelRegistry['open']): OpenedSettings {
  const { upstreams, limits = {}, media = {}, prices, usage, responses } = settings
  const { bodyBytes = 32 * mebibyte, imageBytes = 64 * mebibyte, videoBytes = 100 * mebibyte, answerBytes = 64 * mebibyte } = limits
  const channels = open(upstreams.channels, upstreams)
  const candidates = createResolver(channels, upstreams.routes)
  return {
    channels,
    candidates,
    aliases: (upstreams.routes ?? []).map(({ match }) => match).filter((match) => !match.includes('*')),
    retry: readRetryPolicy(upstreams),
    resolve: (model, format) => candidates(model, format).targets[0],
    profileOf: createProfiles(upstreams, formats),
    ...createFetchers(media, answerBytes),
    limits: { ...defaultLimits, ...(limits.depth !== undefined && { depth: limits.depth }) },
    bodyLimits: bodyLimitsOf(limits),
    bodyBytes,
    imageBytes,
    videoBytes,
    capacity: capacityOf(limits),
    prices: createPriceTable(prices),
    keepsUsage: usage?.enabled !== false,
    usageRetention: usage?.retention === undefined ? undefined : usage.retention * 1000,
    responses: responsesSettings(responses),
    sockets: socketSettings(responses?.websocket),
    answerBytes,
  }
}

function bodyLimitsOf(limits: LimitOptions): BodyLimits {
  const { depth, values, tools, turns, parts } = defaultBodyLimits
  return {
    depth: limits.depth ?? depth,
    values: limits.values ?? values,
    tools: limits.tools ?? tools,
    turns: limits.turns ?? turns,
    parts: limits.parts ?? parts,
  }
}

/** Finder of facts about models by the client's format. */
function createProfiles(
  upstreams: GatewaySettings['upstreams'],
  { all }: Formats,
): (format: Format, model: string) => ModelProfile | undefined {
  const finders = new Map(
    all.map(({ adapter: { format }, profiles }) => [format, createProfileFinder(upstreams, format, profiles)] as const),
  )
  return (format, model) => finders.get(format)?.(model)
}

function socketSettings({
  enabled = true,
  lifetime = 3_600,
  perKey = 100,
  total = 10_000,
  characters = 64 * mebibyte,
}: NonNullable<ResponsesOptions['websocket']> = {}): SocketSettings {
  return { enabled, lifetime: lifetime * 1000, perKey, total, characters }
}

const day = 86_400

function responsesSettings({
  retention = 30 * day,
  characters = 64 * 1024 * 1024,
  background = 20,
  compact,
}: ResponsesOptions = {}): ResponsesSettings {
  return {
    retention: retention * 1000,
    characters,
    background,
    ...(compact && {
      compact: {
        ...(compact.model !== undefined && { model: compact.model }),
        prompt: compact.prompt ?? handOver,
        ...(compact.maxTokens !== undefined && { maxTokens: compact.maxTokens }),
      },
    }),
  }
}

/** Instruction for a summary by which another model can go on. */
const handOver =
  'Write a summary of this conversation for somebody who will go on with it and sees nothing else of it but the messages of the user. ' +
  'Tell what is asked for, what was decided and why, what was done and found, with names, paths, numbers and code that will be needed, ' +
  'what is open, and what comes next. Write the summary alone.'
