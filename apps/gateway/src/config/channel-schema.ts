import * as z from 'zod'
import { duration } from './units.ts'
import { type TierId, videoTiers } from '@interlingua/video'

/** Names of headers that belong to one connection or one message, and cannot be configured. */
const reserved: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Headers of each request to an upstream. A secret value stands in a variable of the environment, or in a file. */
export const headersSchema = z
  .record(
    z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, 'not a header name'),
    z.union([
      z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'not a header value'),
      z.strictObject({ env: z.string().min(1) }),
      z.strictObject({ file: z.string().min(1) }),
    ]),
  )
  .refine((headers) => !Object.keys(headers).some((name) => reserved.has(name.toLowerCase())), {
    message: `the connection's own headers cannot be set: ${[...reserved].join(', ')}`,
  })

const time = duration({ min: 0, max: 3_600 })

/** Failures after which a request is sent again though its work may have been done; only as the operator says. */
const retryOnSchema = z.array(z.union([z.int().min(500).max(599), z.enum(['connection-error', 'timeout'])]))

/** Repetition of requests at the same channel or the next one. */
export const retrySchema = z.strictObject({
  /** Largest number of calls for one request, all channels together. */
  attempts: z.int().min(1).max(20).optional(),
  /** Time after the request from which on no call begins. */
  deadline: time.optional(),
  /** Longest wait before the first repetition at the same channel; waits double, and each is random up to its length. */
  backoff: time.optional(),
  /** Longest of these waits. */
  maxBackoff: time.optional(),
  /** Longest wait that an upstream may ask for (`retry-after`); a longer one is left to the client. */
  maxRetryAfter: time.optional(),
  /** Failures (500 to 599, `connection-error`, `timeout`) after which a request is repeated as well, although its work may have been done. */
  alsoOn: retryOnSchema.optional(),
})

/** Circuit breaker of a channel; false turns it off. */
export const circuitBreakerSchema = z.union([
  z.literal(false),
  z.strictObject({
    /** Number of failures within the window that open the breaker, if at least half of all calls failed. */
    failures: z.int().min(1).max(10_000).optional(),
    window: time.optional(),
    /** Time until one request may probe the upstream. */
    cooldown: time.optional(),
    /** Cool-down after the upstream refused the channel's credentials. */
    credentialCooldown: time.optional(),
  }),
])

/** Largest number of calls at the same time, and the queue for further ones. */
export const concurrencySchema = z.union([
  z.int().min(1).max(1_000_000),
  z.strictObject({
    limit: z.int().min(1).max(1_000_000),
    /** Largest number of requests that wait for a slot. */
    queue: z.int().min(0).max(1_000_000).optional(),
    /** Longest wait. */
    queueTimeout: time.optional(),
  }),
])

const tierIds = Object.keys(videoTiers) as [TierId, ...TierId[]] // `videoTiers` has several keys, which are the type
/** Tiers that a file may write as numbers, such as `tier: 2.0`. */
const tierNumbers = tierIds.filter((id) => /^[\d.]+$/.test(id)).map(Number)

/** Facts about models of videos, of all models of a channel or of one. Default: by their ids. */
export const videoFields = {
  /** Family, which decides the form of requests. */
  family: z.enum(['vf-1', 'vf-2', 'vf-3']).optional(),
  /** Model of the family. */
  tier: z
    .enum(tierIds)
    .meta({ type: ['string', 'number'], enum: [...tierIds, ...tierNumbers] })
    .optional(),
  /** Seconds that a video may have. Default: the tier's. */
  durations: z.array(z.int().positive()).min(1).optional(),
  resolutions: z.array(z.string().min(1)).min(1).optional(),
  /** Largest number of videos of one request. */
  maxVideos: z.int().min(1).max(4).optional(),
} as const

/** Parameters of text generation for requests to a model that have none. */
export const requestDefaultsSchema = z.strictObject({
  temperature: z.number().min(0).max(2).optional(),
  topP: z.number().min(0).max(1).optional(),
  topK: z.int().min(1).optional(),
  seed: z.int().optional(),
  /** Largest number of output tokens, reasoning included. */
  maxTokens: z.int().min(1).optional(),
  /** Not set where a request says anything of reasoning. */
  reasoningEffort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']).optional(),
})

const pollTime = duration({ min: 0.001, max: 604_000 })

/** Times until the first poll of a task, between the first two polls, at most between two polls, and until the task is given up. */
export const pollSchema = z.strictObject({
  initial: pollTime.optional(),
  interval: pollTime.optional(),
  maxInterval: pollTime.optional(),
  deadline: pollTime.optional(),
})

/** Route of a model id, or of a pattern. */
export const routeSchema = z
  .strictObject({
    /** Model id of clients, or a pattern in which `*` stands for any characters. */
    match: z.string().min(1),
    /** Model that clients get. Default: the one that they ask for; a `*` stands for the text that the pattern's only `*` matched. */
    to: z.string().min(1).optional(),
    /** Models to try in this order if no channel has the first, or if none of its channels can answer. */
    fallbacks: z.array(z.string().min(1)).min(1).optional(),
  })
  .refine(({ to, fallbacks }) => to !== undefined || fallbacks !== undefined, {
    message: 'names no model: a route has "to", "fallbacks" or both',
  })
  .refine(({ match, to = '' }) => !to.includes('*') || (match.split('*').length === 2 && to.split('*').length === 2), {
    path: ['to'],
    message: 'a * needs exactly one * in match, and may stand here once',
  })

/** Repetition that differs from that of the file, for one channel. */
export const channelRetrySchema = z.strictObject({ alsoOn: retryOnSchema.optional() })

/** Routes of model ids, applied before channels are chosen: the first that fits counts, an id before any pattern. */
export const routesSchema = z.array(routeSchema)

export type RouteConfig = z.infer<typeof routeSchema>
