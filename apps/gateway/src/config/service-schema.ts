import * as z from 'zod'
import { duration, size } from './units.ts'

const day = 86_400

const level = z.enum(['debug', 'info', 'warn', 'error', 'off'])

/** Settings of the log: `json` writes all lines, `off` none. */
export const logSchema = z.union([
  z.enum(['json', 'off']),
  z.strictObject({
    /** Lowest level that is written; a request that went well has the level `info`. */
    level: level.optional(),
    /** False to write no lines of requests, only those of the gateway itself. Default true. */
    requests: z.boolean().optional(),
  }),
])

export const metricsSchema = z.strictObject({
  /** True to let anyone read `/metrics`. Default false: callers on this machine, and administrators' keys. */
  open: z.boolean().optional(),
})

/** Console in the browser, at `/console`, and its admin API. */
export const consoleSchema = z.union(
  [
    /** Only for callers on this machine. */
    z.literal('loopback'),
    /** Not served at all. */
    z.literal(false),
    z.strictObject({
      /** Address by which browsers reach this gateway, https. The console is then open to all addresses, behind its sign-in. Absent: loopback. */
      publicUrl: z.url({ protocol: /^https$/ }).optional(),
      /** True to let operators add prices and routes to the configuration file in the console. Default false. */
      write: z.boolean().optional(),
    }),
  ],
  {
    error:
      'use loopback, false, or { publicUrl: https://… } to open the console to all addresses, { write: true } to let it add lines here',
  },
)

/** Recording of contents, for people who look for a fault. */
export const recordingSchema = z.union(
  [
    /** Forbids it to everybody. */
    z.literal('never'),
    z.strictObject({
      /** Time until which contents are recorded, from the start, or the reload, on. Absent: administrators switch it on in the console. */
      until: z.iso.datetime({ offset: true, error: 'must be a time such as 2026-11-21T10:00:00Z' }).optional(),
      /** Requests that are recorded at most by that. Default 100. */
      requests: z.int().min(1).max(1000).optional(),
      /** Id or name of the only key whose requests are. Default: all. */
      key: z.string().min(1).optional(),
      /** Patterns of texts that are redacted beside credentials; one `*` in each may stand for signs that are no blanks or quotes. */
      redact: z
        .array(
          z
            .string()
            .min(3)
            .max(200)
            .regex(/^[^*]*\*?[^*]*$/, 'must have at most one *'),
        )
        .max(100)
        .optional(),
    }),
  ],
  { error: 'use never, or { until: 2026-11-21T10:00:00Z, requests: 20, key: …, redact: […] }' },
)

/** Number of processes that serve together on one port, or `auto`, one for each processor. Default 1. */
export const workersSchema = z.union([z.literal('auto'), z.int().min(1).max(256)])

const time = duration({ min: 0, max: 3_600 })

/** End of the process: times for running requests. */
export const shutdownSchema = z.strictObject({
  /** Time for which new connections are still taken while `/readyz` answers 503, for load balancers with rare checks. Default 0. */
  delay: time.optional(),
  /** Time for which running requests may go on before they get an error. Default 30. */
  grace: time.optional(),
})

/** Export by OpenTelemetry over OTLP/HTTP. Default: the environment's variables `OTEL_…`. */
export const telemetrySchema = z.strictObject({
  /** Address of a collector, to which `/v1/traces` and `/v1/metrics` are added. */
  endpoint: z.url({ protocol: /^https?$/ }).optional(),
  /** Headers of each export. */
  headers: z.record(z.string(), z.string()).optional(),
  serviceName: z.string().min(1).optional(),
  traces: z.boolean().optional(),
  metrics: z.boolean().optional(),
  /** Time between two exports of metrics. Default 60 seconds. */
  interval: duration({ min: 0.1, max: 3_600 }).optional(),
  /** Share of requests that are traced if the caller did not decide, 0 to 1. Default 1. */
  sample: z.number().min(0).max(1).optional(),
  /** Channels whose upstreams are told the trace (`traceparent`): all, or the named ones. Default none. */
  propagate: z.union([z.boolean(), z.array(z.string())]).optional(),
})

/** Usage records. */
export const usageSchema = z.strictObject({
  /** False to keep no usage records, except for keys with a budget, which needs them. Default true. */
  enabled: z.boolean().optional(),
  /** Time for which records are kept. Default: for ever. */
  retention: duration({ min: day, max: 36_500 * day, unit: true }).optional(),
})

/** Keeping of responses for upstreams that keep none. */
export const responsesSchema = z.strictObject({
  /** Time for which a response is kept after its last use. Default 30 days. */
  retention: duration({ min: 1, max: 3_650 * day, unit: true }).optional(),
  /** Largest conversation in characters, input and output together. */
  characters: z.int().positive().optional(),
  /** Largest number of background responses of one key at the same time. */
  background: z.int().min(0).optional(),
  /** Compaction by a call for a summary, for upstreams that compact none. Absent: it is refused there. */
  compact: z
    .strictObject({
      /** Model that writes the summary. Default: the request's own. */
      model: z.string().min(1).optional(),
      /** Instruction for the summary. */
      prompt: z.string().min(1).optional(),
      /** Largest number of tokens of the summary. Default: the model's own. */
      maxTokens: z.int().positive().optional(),
    })
    .optional(),
  /** WebSockets on the path of responses. */
  websocket: z
    .strictObject({
      /** False: clients are told to use HTTP. Default true. */
      enabled: z.boolean().optional(),
      /** Time after which a connection takes no more requests. Default an hour. */
      lifetime: duration({ min: 1, max: day, unit: true }).optional(),
      /** Largest numbers of connections: of one key, and of one process. */
      perKey: z.int().positive().optional(),
      total: z.int().positive().optional(),
      /** Characters of the conversations that a connection remembers. Default 64 Mi. */
      characters: z.int().positive().optional(),
    })
    .optional(),
})

const name = z.string().min(1)

/** Bucket of an S3-compatible storage. Without credentials here, the environment's or the machine's, found like by AWS's own tools. */
const s3Schema = z
  .strictObject({
    bucket: name,
    /** URL of the server, `https://…`. Default: AWS. */
    endpoint: z.url({ protocol: /^https?$/ }).optional(),
    region: name.optional(),
    /** Prefix of the names of all objects. */
    prefix: z
      .string()
      .regex(/^[\w./-]*$/, 'letters, digits, ".", "_", "-" and "/" only')
      .optional(),
    /** True to put the bucket into the path instead of the host's name, as most servers other than AWS want it. */
    forcePathStyle: z.boolean().optional(),
    accessKeyIdEnv: name.optional(),
    accessKeyIdFile: name.optional(),
    secretAccessKeyEnv: name.optional(),
    secretAccessKeyFile: name.optional(),
  })
  .refine(
    ({ accessKeyIdEnv, accessKeyIdFile, secretAccessKeyEnv, secretAccessKeyFile }) =>
      [accessKeyIdEnv, accessKeyIdFile].filter(Boolean).length <= 1 &&
      [accessKeyIdEnv, accessKeyIdFile].filter(Boolean).length === [secretAccessKeyEnv, secretAccessKeyFile].filter(Boolean).length,
    'accessKeyId and secretAccessKey are given together, each as …Env or as …File',
  )

/** Keeping of made images and videos at an address, for upstreams that give bytes. */
export const resultsSchema = z
  .strictObject({
    storage: z.enum(['disk', 's3']).optional(),
    /** Time for which an address is valid. Default 1 day. */
    retention: duration({ min: 1, max: 365 * day, unit: true }).optional(),
    /** Address of this gateway for clients. Default: the one that the request used. */
    publicUrl: z
      .url({ protocol: /^https?$/ })
      .refine((text) => {
        const url = URL.parse(text)
        return url === null || url.search + url.hash + url.username + url.password === ''
      }, 'an address without a query, a fragment and credentials')
      .optional(),
    /** True if a proxy in front of the gateway sets x-forwarded-host and x-forwarded-proto, and no client can. Default false. */
    trustProxy: z.boolean().optional(),
    /** Largest result. */
    bytes: size().optional(),
    /** Folder on disk. Default: the folder `results` in that of the state. */
    folder: name.optional(),
    /** True if all gateways share the folder, on a common file system. Default false. */
    shared: z.boolean().optional(),
    s3: s3Schema.optional(),
  })
  .refine(({ storage, s3 }) => storage !== 's3' || s3 !== undefined, {
    path: ['s3'],
    message: 'is missing: storage: s3 needs a bucket, such as s3: { bucket: files }',
  })

export type ResultsConfig = z.infer<typeof resultsSchema>
export type S3Config = z.infer<typeof s3Schema>

const count = z.int().positive()
const limitTime = duration({ min: 0.001, max: 86_400 })

/** Limits for clients. */
export const limitsSchema = z.strictObject({
  /** Largest request body, before and after its content coding is removed. */
  bodyBytes: size().optional(),
  /** Largest body of requests of images and videos, since they may hold images. */
  imageBytes: size().optional(),
  /** Largest video that is kept and handed out. */
  videoBytes: size().optional(),
  /** Largest sum of the decoded files within a native request. */
  inlineBytes: size().optional(),
  /** Largest request line and headers together. */
  headerBytes: size({ min: 1024, max: 1_048_576 }).optional(),
  /** Largest answer document of an upstream. */
  answerBytes: size().optional(),
  /** Nesting of a body, and its largest numbers of values, tools, turns (or items), and parts and calls. */
  depth: count.optional(),
  values: count.optional(),
  tools: count.optional(),
  turns: count.optional(),
  parts: count.optional(),
  /** Largest numbers of open connections, requests and streams of one process; further ones are refused. */
  connections: count.optional(),
  requests: count.optional(),
  streams: count.optional(),
  /** Times until the headers, and the whole request, must be there. */
  headersTimeout: limitTime.optional(),
  requestTimeout: limitTime.optional(),
  /** Time in which a client must send more of its body, or read more of its answer. */
  clientTimeout: limitTime.optional(),
  /** Time for which an idle connection is kept. */
  keepAliveTimeout: limitTime.optional(),
  /** Output tokens that a request reserves of budgets and token rates: `output` where it names no maximum, `maxOutput` at most. */
  reservation: z.strictObject({ output: count.optional(), maxOutput: count.optional() }).optional(),
  /** Limits of keys that have no such limit of their own. */
  keys: z
    .strictObject({
      requestsPerMinute: count.optional(),
      /** Input and output tokens together. */
      tokensPerMinute: count.optional(),
      concurrentStreams: count.optional(),
    })
    .optional(),
})

/** Price in units of the currency, with at most six digits after the point, so that sums are exact. */
const price = z
  .number()
  .min(0)
  .max(1_000_000)
  .refine((value) => /^\d+(?:\.\d{1,6})?$/.test(String(value)) || value === 1e-6, 'at most six digits after the point')

/** Line of prices. */
export const priceLineSchema = z.strictObject({
  /** Id or glob of the model at the upstream. */
  model: z.string().min(1),
  /** Channel of this line. Absent: all channels. */
  channel: z.string().min(1).optional(),
  /** Price of a million tokens that are neither read from a cache nor written to one. */
  input: price,
  /** Price of a million tokens, reasoning included. */
  output: price,
  /** Price of a million tokens. Default: `input`. */
  cacheRead: price.optional(),
  /** Price of a million tokens, or one for each lifetime. Default: `input`. */
  cacheWrite: z
    .union([price, z.strictObject({ '5m': price.optional(), '30m': price.optional(), '1h': price.optional(), '12h': price.optional() })])
    .optional(),
  /** Price of each request that was answered. */
  request: price.optional(),
  /** Price of each image that was made. */
  image: price.optional(),
  /** Price of each video that was made. */
  video: price.optional(),
})

/** Prices of models. The first line that fits a request counts. */
export const pricesSchema = z.strictObject({
  /** Currency for display, never converted. Default USD. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'three capital letters such as EUR')
    .optional(),
  models: z.array(priceLineSchema),
})
