import type { Outcome } from '@interlingua/server'
import type { EndpointFacts } from '@interlingua/gateway-kernel'
import type { Store, UsageRecord, UsageTokens } from '@interlingua/store'
import { type Channel, formatOf } from '@interlingua/upstreams'

/** Upper bounds in seconds, fine enough for the gateway's own time and wide enough for a long generation. */
export const latencyBounds: readonly number[] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300]

/** Histogram of durations, as plain numbers. */
export interface Latencies {
  /** Number of durations in each bound's own range; the last one is above all bounds. */
  readonly counts: number[]
  /** Sum in seconds. */
  sum: number
}

function createLatencies(): Latencies {
  return { counts: Array.from({ length: latencyBounds.length + 1 }, () => 0), sum: 0 }
}

/** Counts of one endpoint through one channel. */
export interface Path {
  readonly endpoint: string
  readonly format: string
  readonly channel: string
  readonly upstream: string
  readonly durations: Latencies
  /** Times to the first byte, of streams alone. */
  readonly firstBytes: Latencies
  readonly models: Map<string, Tally>
}

/** Input of one program's requests to a model of a channel, in tokens. */
export interface CacheCounts {
  readonly channel: string
  readonly model: string
  /** Name of the program without its version; empty if it does not tell. */
  readonly client: string
  fresh: number
  read: number
  written: number
}

/** Counts of one model, by the name under which the configuration lists it. */
interface Tally {
  readonly model: string
  /** Number of requests by index: class of status (0 to 5, 0 for none) times three, plus outcome. */
  readonly requests: number[]
  readonly tokens: Record<keyof UsageTokens, number>
  /** Cost in millionths of the price table's currency. */
  costMicros: number
}

export const outcomes = ['ok', 'failed', 'cancelled'] as const

/** Counters as plain numbers, which are cheap; they are formatted when metrics are read. */
export interface Metrics {
  /** Counts a request that ended. */
  count(outcome: Outcome, result: string, record?: UsageRecord): void
  /**
   * Counts a call of an upstream that ended, by status, or by the reason why there is no answer. `retry`: true for all but the first call of a
   * request.
   */
  attempt(channel: Channel, result: string, retry: boolean): void
  /** Counts a call of the store, and its milliseconds. */
  stored(operation: string, millis: number): void
  /** Counts a new configuration: taken, or refused. */
  reloaded(taken: boolean): void
  /** Notes that shared counters of limits answer again, or do not any more. */
  limitsShared(shared: boolean): void
  /** Counts a conversation that stopped to begin as it did, by channel and format of the client. */
  prefixBroke(channel: string, format: string): void
  readonly paths: () => Iterable<Path>
  readonly caches: () => Iterable<CacheCounts>
  readonly attempts: ReadonlyMap<string, ReadonlyMap<string, number>>
  /** Conversations whose beginning changed, by channel, then by format of the client. */
  readonly prefixBreaks: ReadonlyMap<string, ReadonlyMap<string, number>>
  readonly retries: ReadonlyMap<string, number>
  readonly notices: ReadonlyMap<string, number>
  readonly refused: ReadonlyMap<string, number>
  readonly storeLatencies: ReadonlyMap<string, Latencies>
  readonly reloads: { taken: number; refused: number }
  readonly limits: { alone: number; outages: number }
}

/** Largest number of values of one label. Codes are declared, and so few; the bound is a safeguard. */
const mostCodes = 1_000

export function createMetrics(): Metrics {
  /** Counts by endpoint, then by name of the channel; undefined or empty for requests without one. */
  const paths = new Map<EndpointFacts | undefined, Map<string, Path>>()
  const attempts = new Map<string, Map<string, number>>()
  const prefixBreaks = new Map<string, Map<string, number>>()
  const caches = new Map<string, CacheCounts>()
  const retries = new Map<string, number>()
  const notices = new Map<string, number>()
  const refused = new Map<string, number>()
  const storeLatencies = new Map<string, Latencies>()
  const reloads = { taken: 0, refused: 0 }
  const limits = { alone: 0, outages: 0 }

  function pathOf({ client: { endpoint, edge }, admitted, attempt }: Outcome): Path {
    const target = attempt?.target
    let channels = paths.get(endpoint)
    if (channels === undefined) paths.set(endpoint, (channels = new Map<string, Path>()))
    const channel = target?.channel.name ?? ''
    let path = channels.get(channel)
    if (path === undefined) {
      path = {
        endpoint: endpoint?.path ?? '',
        format: endpoint?.dialect ?? (endpoint === undefined || endpoint.edge ? edge.adapter.format : ''),
        channel,
        upstream: (target && formatOf(target.channel, admitted?.capability ?? 'generate')) ?? '',
        durations: createLatencies(),
        firstBytes: createLatencies(),
        models: new Map(),
      }
      channels.set(channel, path)
    }
    return path
  }

  return {
    count(outcome, result, record) {
      const { client, response, attempt, firstByteAt } = outcome
      const { startedAt } = client
      const path = pathOf(outcome)
      const model = attempt?.target.listed ?? ''
      let tally = path.models.get(model)
      if (tally === undefined) path.models.set(model, (tally = createTally(model)))
      const kind = result === 'ok' ? 0 : result === 'cancelled' ? 2 : 1
      const index = (response.headersSent ? Math.floor(response.statusCode / 100) : 0) * outcomes.length + kind
      tally.requests[index] = (tally.requests[index] ?? 0) + 1
      observeLatency(path.durations, (performance.now() - startedAt) / 1000)
      if (firstByteAt !== undefined) observeLatency(path.firstBytes, (firstByteAt - startedAt) / 1000)
      if (record) {
        addTokens(tally, record.tokens)
        tally.costMicros += record.costMicros ?? 0
        addCacheCounts(caches, attempt?.target.channel.name, model, record)
      }
      for (const { code } of outcome.notices) addOne(notices, code)
      if (outcome.refusedBy !== undefined) addOne(refused, outcome.refusedBy)
    },
    attempt(channel, result, retry) {
      addOneOf(attempts, channel.name, result)
      if (retry) addOne(retries, channel.name)
    },
    stored(operation, millis) {
      let latencies = storeLatencies.get(operation)
      if (latencies === undefined) storeLatencies.set(operation, (latencies = createLatencies()))
      observeLatency(latencies, millis / 1000)
    },
    reloaded(taken) {
      if (taken) reloads.taken++
      else reloads.refused++
    },
    limitsShared(shared) {
      limits.alone = shared ? 0 : 1
      if (!shared) limits.outages++
    },
    prefixBroke: (channel, format) => addOneOf(prefixBreaks, channel, format),
    *paths() {
      for (const channels of paths.values()) yield* channels.values()
    },
    caches: () => caches.values(),
    attempts,
    prefixBreaks,
    retries,
    notices,
    refused,
    storeLatencies,
    reloads,
    limits,
  }
}

function createTally(model: string): Tally {
  const tokens = { input: 0, fresh: 0, cacheRead: 0, cacheWrite: 0, toolUse: 0, output: 0, reasoning: 0 }
  return { model, requests: [], tokens, costMicros: 0 }
}

function addTokens({ tokens }: Tally, added: UsageTokens): void {
  tokens.input += added.input ?? 0
  tokens.fresh += added.fresh ?? 0
  tokens.cacheRead += added.cacheRead ?? 0
  tokens.cacheWrite += added.cacheWrite ?? 0
  tokens.toolUse += added.toolUse ?? 0
  tokens.output += added.output ?? 0
  tokens.reasoning += added.reasoning ?? 0
}

function addCacheCounts(
  caches: Map<string, CacheCounts>,
  channel: string | undefined,
  model: string,
  { tokens, client = '' }: UsageRecord,
): void {
  if (channel === undefined || tokens.input === undefined) return
  const [program = ''] = client.split(' ')
  // Programs name themselves, so that only so many are told apart.
  const of = (name: string): CacheCounts | undefined => caches.get(JSON.stringify([channel, model, name]))
  const name = of(program) !== undefined || caches.size < mostCodes ? program : ''
  let counts = of(name)
  if (counts === undefined)
    caches.set(JSON.stringify([channel, model, name]), (counts = { channel, model, client: name, fresh: 0, read: 0, written: 0 }))
  const { cacheRead = 0, cacheWrite = 0 } = tokens
  counts.read += cacheRead
  counts.written += cacheWrite
  counts.fresh += Math.max(0, tokens.input - cacheRead - cacheWrite)
}

function addOne(counts: Map<string, number>, name: string): void {
  const known = counts.get(name)
  if (known !== undefined) counts.set(name, known + 1)
  else if (counts.size < mostCodes) counts.set(name, 1)
}

function addOneOf(all: Map<string, Map<string, number>>, group: string, name: string): void {
  let counts = all.get(group)
  if (counts === undefined) all.set(group, (counts = new Map<string, number>()))
  addOne(counts, name)
}

function observeLatency(latencies: Latencies, seconds: number): void {
  let index = 0
  while (index < latencyBounds.length && seconds > (latencyBounds[index] ?? 0)) index++
  latencies.counts[index] = (latencies.counts[index] ?? 0) + 1
  latencies.sum += seconds
}

/** Wraps a store so that its calls are timed, by method. Methods that answer at once are not timed. */
export function timeStore(store: Store, { stored }: Metrics): Store {
  const { keys, usage, documents } = store
  return Object.assign(Object.create(store) as Store, {
    keys: time(keys, 'keys', ['findByHash', 'find', 'list', 'getMany', 'page', 'count', 'insert', 'replace', 'revoke'], stored),
    usage: time(usage, 'usage', ['add', 'list', 'lastUses', 'spent', 'countLosses', 'sum', 'times'], stored),
    documents: time(documents, 'documents', ['insert', 'replace', 'get', 'getMany', 'list', 'delete', 'prolong'], stored),
  })
}

function time<T extends object>(part: T, name: string, methods: readonly (keyof T & string)[], stored: Metrics['stored']): T {
  const timed = Object.create(part) as T // inherits all members of the part
  for (const method of methods) {
    const plain = part[method] as (...given: unknown[]) => Promise<unknown> // the methods named above return promises
    timed[method] = (async (...given: unknown[]) => {
      const before = performance.now()
      try {
        return await plain.apply(part, given)
      } finally {
        stored(`${name}.${method}`, performance.now() - before)
      }
    }) as T[typeof method]
  }
  return timed
}
