import { kindsOfOneThing } from '../channels/kinds-of-one-thing.ts'
import { formatIds } from '../format-ids.ts'
import type { ModelProfile } from '@interlingua/core'
import { usageSchema } from './usage-schema.ts'
import * as z from 'zod'
import { headersSchema } from './headers-schema.ts'
import { logSchema } from './log-schema.ts'
import { metricsSchema } from './metrics-schema.ts'
import { isNoticeCode } from './notice-codes.ts'
import { shutdownSchema } from './shutdown-schema.ts'
import { telemetrySchema } from './telemetry-schema.ts'
import { circuitSchema, concurrencySchema, retryOnSchema, retrySchema } from './retry-schema.ts'
import { pricesSchema } from './prices-schema.ts'
import { responsesSchema } from './responses-schema.ts'
import { resultsSchema } from './results-schema.ts'
import { routesSchema } from './routes-schema.ts'
import { limitsSchema } from './limits-schema.ts'
import { paceSchema, videoFields } from './video-fields.ts'

const seconds = z.number().min(0).max(86_400)
const strictness = z.enum(['report', 'reject-dropped', 'reject-any'])

/** An override that names no notice would do nothing, silently. */
const noticeCode = z.string().refine(isNoticeCode, { error: 'no notice has this code (docs/model/notices.md)' })

/** What the caller of a translation tolerates; a bare word sets the strictness alone. */
const policySchema = z.union([
  strictness,
  z.strictObject({
    strictness: strictness.optional(),
    overrides: z.record(noticeCode, z.enum(['allow', 'reject'])).optional(),
    hostedTools: z.enum(['translate', 'drop', 'reject']).optional(),
    foreignReasoning: z.enum(['drop', 'as-text']).optional(),
    prefill: z.enum(['drop', 'instruct', 'reject']).optional(),
    orphanCalls: z.enum(['synthesize', 'drop', 'reject']).optional(),
    envelopeSeals: z.boolean().optional(),
    sealsInIds: z.boolean().optional(),
    unfitMedia: z.enum(['reject-last', 'reject', 'replace']).optional(),
  }),
])

/** Which name of its model an answer has: the one that the client asked for, or the one that the upstream says. */
const answerModel = z.enum(['asked', 'upstream'])

/** In seconds. `firstByte` runs until the upstream's answer begins, `idle` between two pieces of it, `total` from its beginning to its end. */
const timeoutsSchema = z.strictObject({
  connect: seconds.optional(),
  firstByte: seconds.optional(),
  idle: seconds.optional(),
  total: seconds.optional(),
})

/** Share of the requests among channels of the same priority; 0: only where the others cannot. */
const weight = z.number().min(0).max(1_000_000)
/** 0 is tried first. */
const priority = z.int().min(0).max(1_000)

const modelSchema = z.union([
  z.string().min(1),
  z.strictObject({
    /** Id or glob as clients send it. */
    name: z.string().min(1),
    /** Id as the upstream knows it; without it the client's. */
    upstream: z.string().min(1).optional(),
    /** Unix seconds, for the model list. */
    created: z.int().min(0).optional(),
    ownedBy: z.string().min(1).optional(),
    /** Tokens that the model takes, and that it answers at most, for the model list. */
    contextLength: z.int().positive().optional(),
    maxOutput: z.int().positive().optional(),
    /** Of a model that makes images: whoever sends it `response_format` is refused. */
    rejectsResponseFormat: z.boolean().optional(),
    /** In place of the channel's, for this model. */
    weight: weight.optional(),
    priority: priority.optional(),
    ...videoFields,
  }),
])

/** A format of text generation: what is known of a model is known by it. A program that embeds the gateway may serve others. */
const format = z.enum<readonly string[]>(formatIds)

/** What an upstream speaks: a format of text generation, with the vendor's embeddings, images and videos beside it, or a dialect of one of those alone. */
const channelFormat = z.enum<readonly string[]>([...formatIds, ...kindsOfOneThing])

const effort = z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'])

/** Exhaustive by type: what lowering asks of a profile, a configuration can say. */
const profileFields = {
  format,
  pattern: z.string().min(1),
  asOf: z.string().optional(),
  maxOutput: z.int().positive().optional(),
  efforts: z.array(effort).optional(),
  reasoning: z.array(z.enum(['off', 'on', 'adaptive', 'between-tools'])).optional(),
  sampling: z.boolean().optional(),
  forcedTool: z.boolean().optional(),
  prefill: z.boolean().optional(),
  instructionTurns: z.boolean().optional(),
  media: z.array(z.string()).optional(),
  stopLimit: z.int().min(0).optional(),
  schemaDialect: z.string().optional(),
  needsSeal: z.boolean().optional(),
  toolNameLimit: z.int().positive().optional(),
  effortWithTools: effort.optional(),
  hostedTools: z.array(z.string()).optional(),
  instructionRole: z.enum(['system', 'developer']).optional(),
  maxTokensField: z.string().optional(),
  budget: z.strictObject({ min: z.int().min(0), max: z.int().positive() }).optional(),
  cacheMarks: z.boolean().optional(),
  callIds: z.boolean().optional(),
  mixedTools: z.boolean().optional(),
  tools: z.boolean().optional(),
  toolLimit: z.int().positive().optional(),
  formatWithTools: z.boolean().optional(),
  forcedToolWithReasoning: z.boolean().optional(),
  namedTool: z.boolean().optional(),
  allowedTools: z.boolean().optional(),
  exclusiveSampling: z.boolean().optional(),
  penalties: z.boolean().optional(),
  logprobs: z.boolean().optional(),
  verbosity: z.boolean().optional(),
  formatWithReasoning: z.boolean().optional(),
  reasoningUnstreamed: z.boolean().optional(),
  reasoningControl: z.string().optional(),
  cacheRetentions: z.array(z.string()).optional(),
  reasoningSummary: z.boolean().optional(),
  offUpTo: effort.optional(),
  callIdPattern: z
    .strictObject({ characters: z.enum(['alphanumeric', 'word']), min: z.int().positive(), max: z.int().positive() })
    .optional(),
  resultMedia: z.boolean().optional(),
  imageTypes: z.array(z.string()).optional(),
  imageLimit: z
    .strictObject({
      count: z.int().positive().optional(),
      side: z.int().positive().optional(),
      manyCount: z.int().positive().optional(),
      manySide: z.int().positive().optional(),
      bytes: z.int().positive().optional(),
    })
    .optional(),
  candidateLimit: z.int().positive().optional(),
  images: z.strictObject({ aspectRatios: z.array(z.string()), sizes: z.array(z.string()) }).optional(),
} satisfies Record<keyof ModelProfile, z.ZodType>

const profileSchema = z.strictObject(profileFields)

const channelSchema = z
  .strictObject({
    name: z.string().regex(/^[\w.-]+$/, 'letters, digits, ".", "_" and "-" only'),
    format: channelFormat,
    baseUrl: z.url({ protocol: /^https?$/ }).refine((text) => {
      const url = URL.parse(text)
      return url === null || url.username + url.password === ''
    }, 'credentials belong into apiKey, apiKeyEnv, apiKeyFile or headers'),
    apiKey: z.string().min(1).optional(),
    apiKeyEnv: z.string().min(1).optional(),
    apiKeyFile: z.string().min(1).optional(),
    models: z.array(modelSchema).min(1),
    headers: headersSchema.optional(),
    version: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}$/, 'a date such as 2023-06-01')
      .optional(),
    /** A preset of the format's package by name, or the settings themselves. */
    dialect: z.union([z.string().min(1), z.record(z.string(), z.json())]).optional(),
    policy: policySchema.optional(),
    timeouts: timeoutsSchema.optional(),
    /** Seconds of silence after which a stream gets a sign of life; 0 turns it off. */
    liveness: seconds.optional(),
    answerModel: answerModel.optional(),
    weight: weight.optional(),
    priority: priority.optional(),
    concurrency: concurrencySchema.optional(),
    circuit: circuitSchema.optional(),
    /** Statuses (500 to 599), `broken` and `timeout`, after which a request is repeated though it may have been carried out. */
    retryOn: retryOnSchema.optional(),
    /** An HTTP proxy to the upstream; what stands before its `@` is a secret. */
    proxy: z.url({ protocol: /^https?$/ }).optional(),
    proxyEnv: z.string().min(1).optional(),
    proxyFile: z.string().min(1).optional(),
    /** A file with certificates (PEM) of authorities that are trusted beside the usual ones. */
    caFile: z.string().min(1).optional(),
    /** True: as if the channel were not there. */
    disabled: z.boolean().optional(),
    /** Whether the upstream keeps message threads; without them a request for one is refused. */
    threads: z.boolean().optional(),
    /** Whether the upstream keeps responses and conversations; default: channels of responses do. */
    state: z.boolean().optional(),
    /** Whether the upstream keeps cached contents; default: channels of contents do. */
    caches: z.boolean().optional(),
    /** `learned` (the default): a parameter that only tunes the answer and is refused is left out, for an hour; `known`: as the profiles say. */
    fit: z.enum(['learned', 'known']).optional(),
    ...videoFields,
    /** True: videos that the upstream gives by address are kept by the gateway, and neither that address nor who made them is told. */
    rehost: z.boolean().optional(),
    pace: paceSchema.optional(),
  })
  .refine((channel) => [channel.apiKey, channel.apiKeyEnv, channel.apiKeyFile].filter((key) => key !== undefined).length <= 1, {
    path: ['apiKey'],
    message: 'only one of apiKey, apiKeyEnv and apiKeyFile may be given',
  })
  .refine((channel) => [channel.proxy, channel.proxyEnv, channel.proxyFile].filter((proxy) => proxy !== undefined).length <= 1, {
    path: ['proxy'],
    message: 'only one of proxy, proxyEnv and proxyFile may be given',
  })

/** The file `interlingua.yaml`. docs/guide/configure.md explains each key. */
export const configSchema = z.strictObject({
  channels: z.array(channelSchema).default([]),
  routes: routesSchema.optional(),
  retry: retrySchema.optional(),
  circuit: circuitSchema.optional(),
  /** Serves the demo provider's models beside the channels. A file without channels must say it. */
  demo: z.boolean().optional(),
  policy: policySchema.optional(),
  timeouts: timeoutsSchema.optional(),
  liveness: seconds.optional(),
  answerModel: answerModel.optional(),
  limits: limitsSchema.optional(),
  /** Files that callers name by address, for upstreams that cannot be told an address: the gateway fetches them. */
  media: z
    .strictObject({
      /** False: such a request is refused. */
      fetch: z.boolean().optional(),
      /** Addresses that are not public (loopback, private networks, …) and may be fetched from all the same: all of them, or blocks. */
      privateAddresses: z.union([z.boolean(), z.array(z.union([z.cidrv4(), z.cidrv6()]))]).optional(),
      ports: z.array(z.int().min(1).max(65_535)).optional(),
      /** Largest file, in bytes. */
      bytes: z.int().positive().optional(),
      /** Seconds for one file. */
      timeout: z.number().positive().max(600).optional(),
      /** Most files of one request. */
      files: z.int().positive().optional(),
    })
    .optional(),
  /** Facts about models that the packages do not know yet; they win over the packages' own. */
  profiles: z.array(profileSchema).optional(),
  prices: pricesSchema.optional(),
  usage: usageSchema.optional(),
  /** The folder for the gateway's state, where no `DATABASE_URL` is given. */
  data: z.string().min(1).optional(),
  responses: responsesSchema.optional(),
  results: resultsSchema.optional(),
  log: logSchema.optional(),
  metrics: metricsSchema.optional(),
  shutdown: shutdownSchema.optional(),
  telemetry: telemetrySchema.optional(),
})

export type FileConfig = z.infer<typeof configSchema>
export type ChannelConfig = z.infer<typeof channelSchema>
export type PolicyConfig = z.infer<typeof policySchema>
