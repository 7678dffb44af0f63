import * as z from 'zod'
import { routeSchema } from '../../config/channel-schema.ts'
import { priceLineSchema } from '../../config/service-schema.ts'
import type { Description, QueryParameter } from './description.ts'

const text = z.string()
const time = z.string().meta({ format: 'date-time' })
const number = z.number()
const count = z.int().min(0)
const share = z.number().min(0).max(1)
const texts = z.array(text)
/** Millionths of the price table's currency. */
const micros = z.int()
const anything = z.looseObject({})

const role = z.enum(['operator', 'viewer', 'user'])
const circuit = z.enum(['closed', 'open', 'half-open'])
const me = { role, name: text, keyId: text.optional(), until: time }

const tokens = z.strictObject({
  input: count.optional(),
  fresh: count.optional(),
  cacheRead: count.optional(),
  cacheWrite: count.optional(),
  toolUse: count.optional(),
  output: count.optional(),
  reasoning: count.optional(),
})

const requestRow = {
  id: text,
  at: time,
  key: z.strictObject({ id: text, name: text.optional() }),
  client: text.optional(),
  operation: text,
  model: text,
  format: text,
  channel: text.optional(),
  upstreamModel: text.optional(),
  stream: z.boolean(),
  status: z.int().optional(),
  outcome: text.optional(),
  attempts: count,
  tokens,
  estimated: z.boolean(),
  costMicros: micros.optional(),
  failedMicros: micros.optional(),
  failedUnpriced: z.literal(true).optional(),
  millis: number.optional(),
  firstByteMillis: number.optional(),
  notices: texts,
}

const channelHealth = {
  name: text,
  format: text,
  state: circuit,
  openForMs: count,
  cause: z.enum(['failures', 'credentials', 'pause']).optional(),
  running: count.optional(),
  waiting: count.optional(),
}

const overview = z.strictObject({
  ready: z.boolean(),
  reasons: texts,
  version: text,
  startedAt: time,
  demo: z.boolean(),
  store: z.enum(['sqlite', 'postgres']),
  recording: z.boolean(),
  currency: text,
  last15: z.strictObject({
    requests: count,
    errors: count,
    firstByte: z.strictObject({ p50: number.optional(), p95: number.optional() }),
    cacheShare: share.optional(),
    costMicros: micros,
    series: z.array(z.strictObject({ at: time, requests: count, errors: count, costMicros: micros })).max(15),
  }),
  costTodayMicros: micros,
  unpricedToday: count,
  channels: z.array(
    z.strictObject({ ...channelHealth, requests: count, failed: count, p50: number.optional(), lastFailure: text.optional() }),
  ),
  steps: z.array(z.strictObject({ id: z.enum(['running', 'key', 'request', 'agent']), done: z.boolean() })),
  lately: z.array(z.strictObject(requestRow)).max(8),
})

const limit = z.int().min(1).max(1_000_000_000)
const limits = z.strictObject({
  requestsPerMinute: limit.optional(),
  tokensPerMinute: limit.optional(),
  concurrentStreams: limit.optional(),
})
const period = z.enum(['day', 'month', 'total'])
const keyRole = z.enum(['admin', 'viewer', 'caller'])
const keyRow = {
  id: text,
  name: text,
  hint: text,
  previous: z.strictObject({ hint: text, until: time }).optional(),
  state: z.enum(['valid', 'revoked', 'expired']),
  role: keyRole,
  models: texts.optional(),
  limits,
  budget: z.strictObject({ micros, period, spentMicros: micros }).optional(),
  createdAt: time,
  expiresAt: time.optional(),
  revokedAt: time.optional(),
  lastUsedAt: time.optional(),
}
const keyTerms = {
  role: keyRole.optional(),
  models: texts.min(1).max(1000).nullish(),
  limits: z
    .strictObject({ requestsPerMinute: limit.nullish(), tokensPerMinute: limit.nullish(), concurrentStreams: limit.nullish() })
    .optional(),
  budget: z.strictObject({ micros: z.int().min(1), period }).nullish(),
  expiresAt: time.nullish(),
}

const usageRow = z.strictObject({
  group: text,
  name: text.optional(),
  part: text.optional(),
  partName: text.optional(),
  requests: count,
  failed: count,
  input: count,
  output: count,
  cacheRead: count,
  cacheWrite: count,
  costMicros: micros,
  unpriced: count,
  failedMicros: micros,
  failedUnpriced: count,
  estimated: count,
  estimatedMicros: micros,
})

const percentiles = z.strictObject({ p50: number, p95: number })
const way = z.strictObject({ client: text, format: text, channel: text, requests: count })
const noticeKind = z.enum(['dropped', 'approximated', 'synthesized', 'repaired'])
const noticeRow = z.strictObject({
  code: text,
  kind: noticeKind.optional(),
  message: text.optional(),
  benign: z.boolean().optional(),
  severe: z.boolean().optional(),
  requests: count,
  share,
  top: z.array(way).max(5),
})

const details = z.strictObject({
  attempts: z
    .array(
      z.strictObject({
        channel: text,
        model: text,
        from: number,
        head: number.optional(),
        to: number,
        status: z.int().optional(),
        outcome: text,
        message: text.optional(),
        tokens: tokens.optional(),
        costMicros: micros.optional(),
      }),
    )
    .optional(),
  notices: z.array(z.strictObject({ code: text, kind: text, path: text })).optional(),
  upstreamId: text.optional(),
  errorMessage: text.optional(),
})

const recipe = {
  id: text,
  title: text,
  kind: z.enum(['agent', 'sdk']),
  speaks: text.optional(),
  tried: z.strictObject({ version: text, by: z.enum(['ci', 'hand']) }).optional(),
  notes: texts,
}

const translatedNotice = {
  code: text,
  kind: noticeKind,
  message: text,
  benign: z.boolean(),
  severe: z.boolean(),
  path: text,
}

const event = <Topic extends string, Data extends z.ZodType>(topic: Topic, data: Data) => z.strictObject({ topic: z.literal(topic), data })

function listOf(row: z.ZodType, most?: number): z.ZodType {
  return z.strictObject({ rows: most === undefined ? z.array(row) : z.array(row).max(most) })
}

function pageOf(row: z.ZodType): z.ZodType {
  return z.strictObject({ rows: z.array(row).max(1000), next: text.optional() })
}

const recordedBody = z.strictObject({ text: text.optional(), bytes: count, cut: z.literal(true).optional() })
const recordedMessage = {
  headers: z.record(z.string(), text),
  body: recordedBody,
  events: z.array(z.strictObject({ at: number, text })).optional(),
}
const recordedAnswer = z.strictObject({ status: z.int(), ...recordedMessage })
const recording = z.strictObject({
  id: text,
  at: time,
  expiresAt: time,
  format: text,
  method: text,
  path: text,
  request: z.strictObject(recordedMessage),
  calls: z
    .array(
      z.strictObject({
        channel: text,
        model: text,
        format: text,
        method: text,
        path: text,
        from: number,
        request: z.strictObject(recordedMessage),
        answer: recordedAnswer.optional(),
        failure: text.optional(),
      }),
    )
    .max(8),
  answer: recordedAnswer.optional(),
})
const recordings = z.strictObject({
  allowed: z.boolean(),
  running: z
    .strictObject({
      startedAt: time,
      until: time,
      requests: count,
      recorded: count,
      key: z.strictObject({ id: text, name: text.optional() }).optional(),
      by: text,
    })
    .optional(),
  rows: z.array(z.strictObject({ id: text, at: time, expiresAt: time, bytes: count })).max(1100),
  bytes: count,
})

const configFindings = z
  .array(z.strictObject({ level: z.enum(['error', 'warning']), message: text, line: z.int().min(1).optional() }))
  .max(100)
const reloadReport = z.strictObject({ file: text, at: time, problem: text.optional(), restart: texts })
const configEdit = z
  .strictObject({ prices: z.array(priceLineSchema).min(1).max(200).optional(), routes: z.array(routeSchema).min(1).max(200).optional() })
  .describe('Lines as the configuration file has them: either prices or routes.')

/** Bodies of the admin API, by the names under which the description holds them. No member is left out: answers have these and no others. */
export const consoleSchemas: Readonly<Record<string, z.ZodType>> = {
  ConsoleError: z.strictObject({
    error: z.strictObject({
      code: z.enum([
        'invalid-request',
        'not-signed-in',
        'not-allowed',
        'not-found',
        'conflict',
        'rate-limit',
        'too-large',
        'wrong-host',
        'unavailable',
        'server',
      ]),
      message: text,
      field: text.optional(),
    }),
  }),
  ConsoleLoginRequest: z.strictObject({ key: text.optional(), link: text.optional() }),
  ConsoleLogin: z.strictObject({ ...me, token: text }),
  ConsoleMe: z.strictObject(me),
  ConsoleLogins: listOf(z.strictObject({ ...me, id: text, from: text, createdAt: time, lastUsedAt: time, current: z.boolean() }), 200),
  ConsoleOverview: overview,
  ConsoleRequests: pageOf(z.strictObject(requestRow)),
  ConsoleRequest: z.strictObject({
    ...requestRow,
    details: details.optional(),
    meanings: z.record(z.string(), text).optional(),
    priced: z.strictObject({ from: z.enum(['configuration', 'catalogue']), date: text.optional() }).optional(),
  }),
  ConsoleUsage: z.strictObject({ currency: text, rows: z.array(usageRow).max(5000), cut: z.literal(true).optional() }),
  ConsoleTimes: z.strictObject({
    rows: z
      .array(z.strictObject({ group: text, name: text.optional(), requests: count, whole: percentiles, firstByte: percentiles.optional() }))
      .max(1000),
  }),
  ConsoleCaches: z.strictObject({ currency: text, savedMicros: z.int(), cacheRead: count, unpriced: count }),
  ConsoleShares: z.strictObject({
    currency: text,
    requests: count,
    costMicros: micros,
    estimated: count,
    estimatedMicros: micros,
    failedMicros: micros,
    failedUnpriced: count,
  }),
  ConsoleNotices: z.strictObject({
    requests: count,
    rows: z.array(noticeRow).max(1000),
    ways: z.array(z.strictObject({ client: text, channel: text, requests: count, lost: count })).max(400),
  }),
  ConsoleKeys: z.strictObject({ rows: z.array(z.strictObject(keyRow)).max(1000), all: count, ended: count, next: text.optional() }),
  ConsoleKey: z.strictObject(keyRow),
  ConsoleKeyWithSecret: z.strictObject({ ...keyRow, secret: text }),
  ConsoleNewKey: z.strictObject({ name: text, ...keyTerms }),
  ConsoleKeyTerms: z.strictObject(keyTerms),
  ConsoleKeyRotation: z.strictObject({ graceSeconds: z.int().min(0).max(2_592_000).optional() }),
  ConsoleChannels: listOf(
    z.strictObject({
      ...channelHealth,
      origin: text,
      priority: number,
      models: texts,
      strictness: text,
      requests: count,
      failed: count,
      whole: percentiles.optional(),
      firstByte: percentiles.optional(),
    }),
  ),
  ConsoleChannel: z.strictObject({
    ...channelHealth,
    until: time.optional(),
    lastFailure: z.strictObject({ at: time, message: text.optional(), status: z.int().optional() }).optional(),
    policy: anything,
    definition: z
      .strictObject({
        file: text.optional(),
        line: z.int().min(1).optional(),
        key: z.strictObject({ from: z.enum(['variable', 'file', 'configuration']), name: text.optional(), isSet: z.boolean() }).optional(),
        dialect: text.optional(),
      })
      .optional(),
  }),
  ConsoleChannelHealth: z.strictObject(channelHealth),
  ConsoleChannelPause: z.strictObject({ seconds: z.int().min(1).max(86_400) }),
  ConsoleChannelTest: z.strictObject({
    millis: count,
    models: count.optional(),
    more: z.literal(true).optional(),
    status: z.int().optional(),
    problem: text.optional(),
  }),
  ConsoleModels: listOf(
    z.strictObject({
      id: text,
      channels: texts,
      route: text.optional(),
      targets: z.array(
        z.strictObject({
          channel: text,
          format: text,
          model: text,
          listed: text,
          priority: number,
          orders: z.array(z.strictObject({ order: z.int().min(1), clients: texts, share: share.optional() })),
          price: z.strictObject({ input: number, output: number, from: z.enum(['configuration', 'catalogue']).optional() }).optional(),
          context: count.optional(),
          maxOutput: count.optional(),
          media: texts.optional(),
        }),
      ),
    }),
  ),
  ConsoleResolution: z.strictObject({
    model: text,
    format: text,
    route: text.optional(),
    targets: z.array(z.strictObject({ channel: text, model: text, listed: text, state: circuit })),
    refusal: text.optional(),
  }),
  ConsoleRecipes: listOf(z.strictObject(recipe)),
  ConsoleRecipe: z.strictObject({
    ...recipe,
    url: text,
    model: text.optional(),
    alsoAsks: z.array(z.strictObject({ model: text, channel: text.optional() })),
    files: z.array(z.strictObject({ path: text, text })),
    commands: texts,
  }),
  ConsoleFormats: listOf(z.strictObject({ id: text, channels: texts })),
  ConsoleTranslateRequest: z.strictObject({
    direction: z.enum(['request', 'answer', 'stream']),
    from: text,
    to: text,
    model: text.optional(),
    channel: text.optional(),
    strictness: z.enum(['report', 'reject-dropped', 'reject-any']).optional(),
    body: z.unknown(),
    request: z.unknown().optional(),
  }),
  ConsoleTranslation: z.union([
    z.strictObject({
      canonical: z.unknown(),
      target: z.unknown(),
      notices: z.array(z.strictObject({ ...translatedNotice, source: text, canonical: text, target: text })),
      links: z.array(z.tuple([text, text, text])),
      refusal: z.strictObject({ message: text, source: text }).optional(),
    }),
    z.strictObject({
      rows: z.array(z.strictObject({ read: text.optional(), canonical: texts, wrote: texts })),
      notices: z.array(z.strictObject(translatedNotice)),
    }),
  ]),
  ConsoleCostRequest: z.strictObject({ channel: text, model: text, body: z.unknown() }),
  ConsoleCostEstimate: z.strictObject({ currency: text, micros: micros.optional(), maximum: count.optional() }),
  ConsoleConfig: z.strictObject({
    file: text.optional(),
    problem: text.optional(),
    rows: z
      .array(
        z.strictObject({
          path: text,
          value: text.optional(),
          from: z.enum(['file', 'environment', 'default']),
          line: z.int().min(1).optional(),
          variable: text.optional(),
          meaning: text.optional(),
        }),
      )
      .max(5000),
  }),
  ConsoleConfigFile: z.strictObject({ file: text.optional(), noReload: text.optional(), noWrite: text.optional() }),
  ConsoleConfigCheck: z.strictObject({ file: text, findings: configFindings }),
  ConsoleReload: reloadReport,
  ConsoleConfigEdit: configEdit,
  ConsoleConfigPreview: z.strictObject({
    file: text,
    hash: text,
    lines: z.array(z.strictObject({ kind: z.enum(['same', 'added', 'removed']), line: z.int().min(1), text })),
    findings: configFindings,
  }),
  ConsoleConfigEditOrder: z.strictObject({ edit: configEdit, hash: text }),
  ConsoleConfigWritten: z.strictObject({ file: text, backup: text, reload: reloadReport }),
  ConsolePrices: z.strictObject({
    currency: text,
    catalogue: text.optional(),
    rows: z
      .array(
        z.strictObject({
          channel: text,
          model: text,
          requests: count,
          from: z.enum(['configuration', 'catalogue']).optional(),
          input: number.optional(),
          output: number.optional(),
          cacheRead: number.optional(),
          cacheWrite: number.optional(),
        }),
      )
      .max(1000),
  }),
  ConsoleDiagnosis: z.strictObject({
    version: text,
    at: time,
    findings: z.array(z.strictObject({ topic: text, state: z.enum(['good', 'odd', 'bad']), text })).max(1000),
  }),
  ConsoleAbout: z.strictObject({
    version: text,
    node: text,
    platform: text,
    store: z.enum(['sqlite', 'postgres']),
    worker: z.int().min(1).optional(),
    startedAt: time,
    formats: texts,
    licence: text,
    licences: text.optional(),
  }),
  ConsoleRecording: recording,
  ConsoleRecordings: recordings,
  ConsoleRecordingOrder: z.strictObject({
    requests: z.int().min(1).max(1000).optional(),
    minutes: z.int().min(1).max(1440).optional(),
    key: text.optional(),
  }),
  ConsoleAudit: pageOf(
    z.strictObject({
      id: text,
      at: time,
      who: text,
      keyId: text.optional(),
      from: text,
      action: text,
      subject: text.optional(),
      before: anything.optional(),
      after: anything.optional(),
    }),
  ),
  ConsoleEvent: z.union([
    event('overview', overview),
    event(
      'request',
      z.strictObject({
        phase: z.enum(['begin', 'attempt', 'end']),
        request: z.strictObject(requestRow).partial().required({ id: true, at: true }),
        sampled: z.literal(true).optional(),
      }),
    ),
    event('channel', z.strictObject(channelHealth)),
    event('config', z.strictObject({ problem: text.optional() })),
    event('recording', z.strictObject({ on: z.boolean() })),
    event('key', z.strictObject({ id: text })),
  ]),
}

const filter: Readonly<Record<string, QueryParameter>> = {
  status: { description: '`error`, `ok`, a status such as 429, or `4xx`.' },
  key: { description: 'Of this key, by id or name.' },
  model: { description: 'Of this model, as callers named it.' },
  channel: { description: 'Of this channel.' },
  client: { description: "Of this client's program, by its name, or name and version." },
  format: { description: 'Of callers that speak this format.' },
  operation: { description: 'Of this operation: `generate`, `count`, …' },
  notice: { description: 'With this loss: `chat/top-k`.' },
  slow: { description: 'That took at least so many seconds.' },
  cost: { description: 'That cost at least so much.' },
  from: { description: 'Time with its zone, with which it begins.' },
  to: { description: 'Time before which it ends.' },
}
const page: Readonly<Record<string, QueryParameter>> = {
  limit: { description: 'Most rows, 1 to 1000. Default 100.', type: 'integer' },
  before: { description: 'Where to go on, as an earlier answer said it in `next`.' },
}
const groups = ['key', 'model', 'channel', 'client', 'format', 'pair', 'hour', 'day']

const operators = 'For administrators.'
const watchers = 'For administrators and viewers.'
const ownOnly = 'A person who signed in with a plain key gets what belongs to that key.'

type Given = Omit<Description, 'tag'>

const described: Readonly<Record<string, Given>> = {
  'POST /admin/api/login': {
    summary: 'Sign in by a key, or by the secret of a one-time link',
    details:
      'The answer has one half of the sign-in, the cookie the other; both are needed. Ten wrong tries block an address for ten minutes.',
    body: 'ConsoleLoginRequest',
    answer: 'ConsoleLogin',
    statuses: [401, 429],
  },
  'POST /admin/api/logout': { summary: 'Sign out', answer: 'none' },
  'GET /admin/api/me': { summary: 'Who is signed in', answer: 'ConsoleMe' },
  'GET /admin/api/logins': { summary: 'Sign-ins, the newest first', details: operators, answer: 'ConsoleLogins' },
  'DELETE /admin/api/logins/{id}': { summary: 'End a sign-in', details: operators, answer: 'none' },
  'GET /admin/api/overview': {
    summary: 'How the gateway does: health, sums of 15 minutes, the latest requests',
    details: watchers,
    answer: 'ConsoleOverview',
  },
  'GET /admin/api/requests': {
    summary: 'Requests, the newest first',
    details: ownOnly,
    query: { ...filter, ...page },
    answer: 'ConsoleRequests',
  },
  'GET /admin/api/requests/{id}': {
    summary: 'What became of a request: attempts, tokens, losses',
    details: ownOnly,
    query: { at: { description: 'Its time, without which all records are searched.' } },
    answer: 'ConsoleRequest',
  },
  'GET /admin/api/requests/{id}/recording': {
    summary: 'Recorded contents of a request, without credentials',
    details: operators,
    answer: 'ConsoleRecording',
  },
  'DELETE /admin/api/requests/{id}/recording': { summary: 'Delete the recording of a request', details: operators, answer: 'none' },
  'GET /admin/api/recordings': {
    summary: 'Whether contents are recorded, and what is kept',
    details: watchers,
    answer: 'ConsoleRecordings',
  },
  'POST /admin/api/recordings': {
    summary: 'Record the contents of the next requests',
    details: `${operators} It ends by its number and its time. Contents are kept for a day, without credentials.`,
    body: 'ConsoleRecordingOrder',
    answer: 'ConsoleRecordings',
    statuses: [409],
  },
  'DELETE /admin/api/recordings': { summary: 'End the recording; what is kept stays', details: operators, answer: 'none' },
  'DELETE /admin/api/recordings/kept': { summary: 'Delete all recordings that are kept', details: operators, answer: 'none' },
  'GET /admin/api/usage': {
    summary: 'Usage and cost by one group or two, the dearest first',
    details: `${ownOnly} Costs are in millionths of the currency.`,
    query: {
      by: { description: 'Group. Default `model`.', values: groups },
      split: { description: 'Second group, each value of which has a row of its own within the first.', values: groups },
      limit: { description: 'Most rows: 1 to 1000, default 100; with `split` 1 to 5000, default 5000.', type: 'integer' },
      ...filter,
    },
    answer: 'ConsoleUsage',
  },
  'GET /admin/api/usage/times': {
    summary: 'Percentiles of the time until the first byte and the end of answers, by a group',
    details: `${ownOnly} Times are in milliseconds, at most 3 % beside the true ones.`,
    query: { by: { description: 'Group. Default `model`.', values: groups }, ...filter },
    answer: 'ConsoleTimes',
  },
  'GET /admin/api/usage/caches': {
    summary: 'What prompt caches saved, by the prices in force',
    details: ownOnly,
    query: filter,
    answer: 'ConsoleCaches',
  },
  'GET /admin/api/usage/shares': {
    summary: 'What failed attempts cost, and how much of the requests and of the cost is estimated',
    details: ownOnly,
    query: filter,
    answer: 'ConsoleShares',
  },
  'GET /admin/api/notices': {
    summary: 'Losses, the most frequent first, and the ways on which they happen',
    details: watchers,
    query: filter,
    answer: 'ConsoleNotices',
  },
  'GET /admin/api/keys': {
    summary: 'Keys, without their secrets, the newest first',
    details: watchers,
    query: {
      search: { description: 'Words that all occur in the name, the id or the beginning of the secret.' },
      state: { description: 'With `valid`, without revoked and expired ones.', values: ['all', 'valid'] },
      budget: { description: 'With `some`, those that have a budget.', values: ['any', 'some'] },
      ...page,
    },
    answer: 'ConsoleKeys',
  },
  'POST /admin/api/keys': {
    summary: 'Make a key, whose secret is told this once',
    details: operators,
    body: 'ConsoleNewKey',
    answer: 'ConsoleKeyWithSecret',
    statuses: [409],
  },
  'PATCH /admin/api/keys/{id}': {
    summary: 'Change the terms of a key; null takes one away',
    details: operators,
    body: 'ConsoleKeyTerms',
    answer: 'ConsoleKey',
    statuses: [409],
  },
  'DELETE /admin/api/keys/{id}': { summary: 'Revoke a key, for good', details: operators, answer: 'none' },
  'POST /admin/api/keys/{id}/rotate': {
    summary: 'Give a key another secret, told this once',
    details: `${operators} Without a body the present secret ends at once. A second rotation ends the secret before the present one.`,
    body: 'ConsoleKeyRotation',
    optionalBody: true,
    answer: 'ConsoleKeyWithSecret',
    statuses: [409],
  },
  'DELETE /admin/api/keys/{id}/previous': {
    summary: 'End the old secret of a rotated key',
    details: operators,
    answer: 'none',
    statuses: [409],
  },
  'GET /admin/api/channels': { summary: 'Channels with their health', details: watchers, answer: 'ConsoleChannels' },
  'GET /admin/api/channels/{name}': {
    summary: 'Last failure of a channel in the upstream’s words, and the lines that define it',
    details: `${operators} Without credentials.`,
    answer: 'ConsoleChannel',
  },
  'POST /admin/api/channels/{name}/retry': {
    summary: 'Let the next request through the open breaker of a channel',
    details: operators,
    answer: 'ConsoleChannelHealth',
    statuses: [409],
  },
  'POST /admin/api/channels/{name}/pause': {
    summary: 'Send no requests to a channel for a time',
    details: `${operators} Requests go to other channels, as with an open breaker. It holds for all workers of the gateway, and is forgotten at a restart.`,
    body: 'ConsoleChannelPause',
    answer: 'ConsoleChannelHealth',
  },
  'DELETE /admin/api/channels/{name}/pause': {
    summary: 'End the pause of a channel',
    details: operators,
    answer: 'ConsoleChannelHealth',
    statuses: [409],
  },
  'POST /admin/api/channels/{name}/test': {
    summary: 'Read the list of models of a channel’s upstream, which costs nothing',
    details: `${operators} Ends within ten seconds; a channel is tested every five seconds at most.`,
    answer: 'ConsoleChannelTest',
    statuses: [429],
  },
  'GET /admin/api/models': {
    summary: 'Models that clients may name, with who serves them in which order, prices and facts',
    answer: 'ConsoleModels',
  },
  'GET /admin/api/resolve': {
    summary: 'Channels that a request for a model may go to, the best first',
    query: {
      model: { description: 'Model, as a client would name it. Required.' },
      format: { description: 'Format of the client.' },
      key: { description: 'Id or name of the key that would ask.' },
    },
    answer: 'ConsoleResolution',
    statuses: [400],
  },
  'GET /admin/api/recipes': { summary: 'Agents and libraries that can be pointed at the gateway', answer: 'ConsoleRecipes' },
  'GET /admin/api/recipes/{id}': {
    summary: 'What the user of an agent pastes, with a word in the place of the key',
    query: { model: { description: 'Model that the texts name.' } },
    answer: 'ConsoleRecipe',
  },
  'GET /admin/api/formats': { summary: 'Formats that clients may speak, with the channels that do', answer: 'ConsoleFormats' },
  'POST /admin/api/translate': {
    summary: 'A document or a stream in another format, with the place of each loss; nothing is sent',
    body: 'ConsoleTranslateRequest',
    answer: 'ConsoleTranslation',
  },
  'GET /admin/api/config': {
    summary: 'Configuration in force, without secrets, with the source of each value',
    details: operators,
    answer: 'ConsoleConfig',
  },
  'GET /admin/api/config/file': {
    summary: 'Whether the configuration file can be read anew, and whether lines can be added to it',
    details: operators,
    answer: 'ConsoleConfigFile',
  },
  'POST /admin/api/config/check': {
    summary: 'What is wrong with the configuration file as it is now',
    details: `${operators} As \`interlingua check\` tells it, without the store and without calls of upstreams.`,
    answer: 'ConsoleConfigCheck',
    statuses: [409],
  },
  'POST /admin/api/config/reload': {
    summary: 'Put the configuration file in force',
    details: `${operators} Answers once all processes serve with it, or once it was refused; then what was in force goes on, and \`problem\` has the lines.`,
    answer: 'ConsoleReload',
    statuses: [409],
  },
  'POST /admin/api/config/preview': {
    summary: 'How prices or routes would be added to the configuration file',
    details: `${operators} Needs \`console: { write: true }\`. The lines have no credentials.`,
    body: 'ConsoleConfigEdit',
    answer: 'ConsoleConfigPreview',
    statuses: [409],
  },
  'POST /admin/api/config/edit': {
    summary: 'Add prices or routes to the configuration file, and put it in force',
    details: `${operators} Needs \`console: { write: true }\`, and the hash of the preview. The text from before is kept beside the file.`,
    body: 'ConsoleConfigEditOrder',
    answer: 'ConsoleConfigWritten',
    statuses: [409],
  },
  'GET /admin/api/prices': { summary: 'Prices of the models in use, for a million tokens', details: watchers, answer: 'ConsolePrices' },
  'GET /admin/api/diagnosis': {
    summary: 'What `interlingua doctor` finds on the machine, without contents and secrets; may take five seconds',
    details: operators,
    answer: 'ConsoleDiagnosis',
  },
  'GET /admin/api/about': { summary: 'Version, system, store and licences of this program', details: watchers, answer: 'ConsoleAbout' },
  'POST /admin/api/estimate': {
    summary: 'What a request would cost at a channel, if the answer is as long as it may be; nothing is sent',
    details: operators,
    body: 'ConsoleCostRequest',
    answer: 'ConsoleCostEstimate',
  },
  'GET /admin/api/audit': { summary: 'Changes that people made, the newest first', details: watchers, query: page, answer: 'ConsoleAudit' },
  'GET /admin/api/events': {
    summary: 'The same as it happens, as server-sent events',
    details: `${watchers} The name of an event is its topic, its data the member \`data\` of \`ConsoleEvent\`. After a break the header \`last-event-id\` gets what was missed, or the event \`reset\`.`,
    query: { topics: { description: 'Some of overview, request, channel, config, recording, key, with commas between. Default: all.' } },
    headers: { 'last-event-id': { description: 'Number of the last event that the caller has.' } },
    answer: 'text/event-stream',
  },
}

/** Descriptions of the admin API, whose version is told in each answer. */
export const consoleDescriptions: Readonly<Record<string, Description>> = Object.fromEntries(
  Object.entries(described).map(([key, given]) => [key, { ...given, tag: 'console' }]),
)
