import * as z from 'zod'
import { kindsOfOneThing } from '../channels/kinds.ts'
import { formatIdOf, formatIds, vendorFormats } from '../format-ids.ts'
import {
  circuitBreakerSchema,
  concurrencySchema,
  headersSchema,
  pollSchema,
  requestDefaultsSchema,
  channelRetrySchema,
  retrySchema,
  routesSchema,
  videoFields,
} from './channel-schema.ts'
import { credentialsSchema } from './credentials-schema.ts'
import {
  limitsSchema,
  logSchema,
  consoleSchema,
  metricsSchema,
  pricesSchema,
  recordingSchema,
  responsesSchema,
  resultsSchema,
  shutdownSchema,
  telemetrySchema,
  usageSchema,
  workersSchema,
} from './service-schema.ts'
import { duration, size } from './units.ts'
import { policySchema, profileSchema } from './translation-schema.ts'

const time = duration({ min: 0, max: 86_400 })
/** Name of the model in answers: `asked`, the one that the client asked for, or `upstream`, the upstream's own. */
const answerModel = z.enum(['asked', 'upstream'])
/** Prompt caching: `auto` adds cache marks and keys for clients whose format has none, `client` sends those of the client alone, `off` none. */
const cacheSchema = z.enum(['auto', 'client', 'off'])

/** Timeouts: `firstByte` until the upstream's answer begins, `idle` between two pieces of it, `total` from its beginning to its end. */
const timeoutsSchema = z.strictObject({
  connect: time.optional(),
  firstByte: time.optional(),
  idle: time.optional(),
  total: time.optional(),
})

/** Share of the requests among channels of the same priority; 0: only if the others cannot take them. */
const weight = z.number().min(0).max(1_000_000)
/** Order in which channels are tried; 0 is the first. */
const priority = z.int().min(0).max(1_000)

const modelSchema = z.union([
  z.string().min(1),
  z.strictObject({
    /** Id or glob as clients send it. */
    name: z.string().min(1),
    /** Id at the upstream. Default: the client's. */
    upstream: z.string().min(1).optional(),
    /** Publication in Unix seconds, for the model list. */
    created: z.int().min(0).optional(),
    ownedBy: z.string().min(1).optional(),
    /** Tokens of the context and of the longest answer, for the model list. */
    contextLength: z.int().positive().optional(),
    maxOutput: z.int().positive().optional(),
    supports: z
      .strictObject({
        /** False to refuse `response_format` for this model of images. Default true. */
        responseFormat: z.boolean().optional(),
      })
      .optional(),
    /** Weight and priority for this model. Default: the channel's. */
    weight: weight.optional(),
    priority: priority.optional(),
    defaults: requestDefaultsSchema.optional(),
    ...videoFields,
  }),
])

/**
 * Format of the upstream: a format of text generation, with the vendor's embeddings, images and videos beside it, or a dialect of one of those alone.
 */
const channelFormat = z.enum<readonly string[]>([...Object.keys(vendorFormats), ...formatIds, ...kindsOfOneThing]).transform(formatIdOf)

/** Documents that the upstream keeps for later requests. */
const supportsSchema = z.strictObject({
  /** Message threads. Default: true for Anthropic's format; a request for a thread is refused where false. */
  messageThreads: z.boolean().optional(),
  /** Responses and conversations. Default: true for OpenAI's Responses. */
  storedResponses: z.boolean().optional(),
  /** Cached contents. Default: true for Gemini's format. */
  cachedContents: z.boolean().optional(),
})

const baseUrlSchema = z.url({ protocol: /^https?$/ }).refine((text) => {
  const url = URL.parse(text)
  return url === null || url.username + url.password === ''
}, 'credentials belong into apiKey, apiKeyEnv, apiKeyFile or headers')

const channelSchema = z
  .strictObject({
    name: z.string().regex(/^[\w.-]+$/, 'letters, digits, ".", "_" and "-" only'),
    format: channelFormat,
    baseUrl: baseUrlSchema.optional(),
    /** Variable of the environment that holds the address. */
    baseUrlEnv: z.string().min(1).optional(),
    apiKey: z.string().min(1).optional(),
    apiKeyEnv: z.string().min(1).optional(),
    apiKeyFile: z.string().min(1).optional(),
    credentials: credentialsSchema.optional(),
    models: z.array(modelSchema).min(1),
    headers: headersSchema.optional(),
    anthropicVersion: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}$/, 'a date such as 2023-06-01')
      .optional(),
    /** Preset of the format's package by name, or the settings themselves. */
    dialect: z.union([z.string().min(1), z.record(z.string(), z.json())]).optional(),
    policy: policySchema.optional(),
    cache: cacheSchema.optional(),
    timeouts: timeoutsSchema.optional(),
    /** Silence after which a stream gets a keep-alive; 0 turns it off. */
    keepAlive: time.optional(),
    answerModel: answerModel.optional(),
    weight: weight.optional(),
    priority: priority.optional(),
    concurrency: concurrencySchema.optional(),
    circuitBreaker: circuitBreakerSchema.optional(),
    retry: channelRetrySchema.optional(),
    /** HTTP proxy to the upstream; user and password in it are secret. */
    proxy: z.url({ protocol: /^https?$/ }).optional(),
    proxyEnv: z.string().min(1).optional(),
    proxyFile: z.string().min(1).optional(),
    /** File with certificates (PEM) of authorities that are trusted beside the usual ones. */
    caFile: z.string().min(1).optional(),
    /** True to leave the channel out. Default false. */
    disabled: z.boolean().optional(),
    supports: supportsSchema.optional(),
    /**
     * Handling of refused parameters that only tune the answer: `learned` (the default) leaves one out for an hour after its refusal, `known` follows
     * the profiles alone.
     */
    fit: z.enum(['learned', 'known']).optional(),
    /** True: the upstream is asked over WebSockets where clients ask so (`GET /v1/responses`). Default false. */
    webSocket: z.boolean().optional(),
    ...videoFields,
    /** True to keep videos at the gateway that the upstream gives by address, and to hide that address and the upstream. Default false. */
    hostResults: z.boolean().optional(),
    poll: pollSchema.optional(),
  })
  .refine((channel) => channel.baseUrl !== undefined || channel.baseUrlEnv !== undefined, {
    path: ['baseUrl'],
    message: 'is missing: such as baseUrl: https://api.openai.com/v1, or baseUrlEnv with the name of its variable',
    // Told beside the other problems of a channel.
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
  .refine((channel) => [channel.apiKey, channel.apiKeyEnv, channel.apiKeyFile].filter((key) => key !== undefined).length <= 1, {
    path: ['apiKey'],
    message: 'only one of apiKey, apiKeyEnv and apiKeyFile may be given',
  })
  .refine((channel) => channel.credentials === undefined || (channel.apiKey ?? channel.apiKeyEnv ?? channel.apiKeyFile) === undefined, {
    path: ['credentials'],
    message: 'stand in place of a key: there is one of them, or credentials',
  })
  .refine((channel) => [channel.proxy, channel.proxyEnv, channel.proxyFile].filter((proxy) => proxy !== undefined).length <= 1, {
    path: ['proxy'],
    message: 'only one of proxy, proxyEnv and proxyFile may be given',
  })
  .transform(({ baseUrlEnv, ...channel }, context) => {
    // Without both the schema has refused the channel.
    const baseUrl = readBaseUrl(channel.baseUrl, baseUrlEnv, channel.disabled === true)
    if (typeof baseUrl === 'string') return { ...channel, baseUrl }
    context.addIssue({ code: 'custom', ...baseUrl })
    return z.NEVER
  })

/** Address of a channel, from the file or the environment; else the problem and its place. */
function readBaseUrl(
  baseUrl: string | undefined,
  variable: string | undefined,
  disabled: boolean,
): string | { readonly path: string[]; readonly message: string } {
  if (variable === undefined) return baseUrl ?? ''
  const path = ['baseUrlEnv']
  if (baseUrl !== undefined) return { path, message: 'only one of baseUrl and baseUrlEnv may be given' }
  const value = process.env[variable]
  if (!value && disabled) return 'http://address.invalid'
  if (!value) return { path, message: `the environment variable ${variable} is not set` }
  const read = baseUrlSchema.safeParse(value)
  // The value is not quoted, since credentials may stand in it.
  return read.success
    ? read.data
    : { path, message: `the environment variable ${variable} must hold an address without credentials, such as https://api.openai.com/v1` }
}

/** Schema of the file `interlingua.yaml`. docs/guide/configure.md explains each key. */
export const configSchema = z.strictObject({
  channels: z.array(channelSchema).default([]),
  routes: routesSchema.optional(),
  retry: retrySchema.optional(),
  circuitBreaker: circuitBreakerSchema.optional(),
  /** True to serve the demo provider's models beside the channels. Required in a file without channels. */
  demo: z.boolean().optional(),
  policy: policySchema.optional(),
  cache: cacheSchema.optional(),
  timeouts: timeoutsSchema.optional(),
  keepAlive: time.optional(),
  answerModel: answerModel.optional(),
  limits: limitsSchema.optional(),
  /** Fetching of files that callers name by address, for upstreams that do not take addresses. */
  media: z
    .strictObject({
      /** False to refuse requests with such files. Default true. */
      fetch: z.boolean().optional(),
      /** Private addresses (loopback, private networks, …) that may be fetched from: all, or blocks. Default none. */
      privateAddresses: z.union([z.boolean(), z.array(z.union([z.cidrv4(), z.cidrv6()]))]).optional(),
      ports: z.array(z.int().min(1).max(65_535)).optional(),
      /** Largest file. */
      bytes: size().optional(),
      /** Time for one file. */
      timeout: duration({ min: 0.001, max: 600 }).optional(),
      /** Largest number of files in one request. */
      files: z.int().positive().optional(),
    })
    .optional(),
  /** Facts about models, which win over the packages' own. */
  profiles: z.array(profileSchema).optional(),
  prices: pricesSchema.optional(),
  /** False to give models without a line in `prices` no price, instead of that of the catalogue. Default true. */
  catalogue: z.boolean().optional(),
  usage: usageSchema.optional(),
  /** Folder of the gateway's state, used without a `DATABASE_URL`. */
  dataDir: z.string().min(1).optional(),
  responses: responsesSchema.optional(),
  results: resultsSchema.optional(),
  log: logSchema.optional(),
  metrics: metricsSchema.optional(),
  /** Console in the browser, at `/console`. Default `loopback`: for callers on this machine. */
  console: consoleSchema.optional(),
  /** Recording of contents. Default: administrators may switch it on in the console, for a bounded time and number. */
  recording: recordingSchema.optional(),
  shutdown: shutdownSchema.optional(),
  workers: workersSchema.optional(),
  telemetry: telemetrySchema.optional(),
})

export type FileConfig = z.infer<typeof configSchema>
export type ChannelConfig = z.infer<typeof channelSchema>

/** Configuration of `createGateway`. */
export interface GatewayConfig extends FileConfig {
  /** Host to listen on. Default 127.0.0.1; other hosts than loopback require a key. */
  readonly host?: string
  /** Port. Default 8787; 0 lets the system choose. */
  readonly port?: number
  /** Secret of the first key, chosen by the operator. Absent: if the store has no key, one is made, `Address.keys.made`. */
  readonly apiKey?: string
  /** Address of the state's database, `postgres://…`, which wins over `dataDir`. Absent, and without `dataDir`: the state is in memory. */
  readonly databaseUrl?: string | undefined
  /** Address for counters of rates, `redis://…`. Default: PostgreSQL if the state is there, else memory. */
  readonly redisUrl?: string
}
