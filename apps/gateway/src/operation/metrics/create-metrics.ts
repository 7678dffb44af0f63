import type { Channel } from '../../channels/channel.ts'
import { formatOf } from '../../channels/format-of.ts'
import type { EndpointFacts } from '../../endpoint-facts.ts'
import type { UsageTokens } from '../../metering/usage-record.ts'
import type { Outcome } from '../../outcome.ts'
import { createLatencies, latencyBounds, type Latencies } from './latencies.ts'
import { outcomes, type Path, type Tally } from './tallies.ts'

/** Counts as plain numbers, which cost next to nothing; they are spelled when somebody asks. */
export interface Metrics {
  /** A request that ended. */
  count(outcome: Outcome, result: string): void
  /** A call of an upstream that ended: with a status, or without an answer. `retry`: not the first one of its request. */
  attempt(channel: Channel, result: string, retry: boolean): void
  /** Something the store was asked for, in milliseconds. */
  stored(operation: string, millis: number): void
  /** A new configuration was taken, or refused. */
  reloaded(taken: boolean): void
  readonly paths: () => Iterable<Path>
  readonly attempts: ReadonlyMap<string, ReadonlyMap<string, number>>
  readonly retries: ReadonlyMap<string, number>
  readonly notices: ReadonlyMap<string, number>
  readonly refused: ReadonlyMap<string, number>
  readonly storeLatencies: ReadonlyMap<string, Latencies>
  readonly reloads: { taken: number; refused: number }
}

/** Codes are declared, hence few; a bound all the same. */
const mostCodes = 1_000

export function createMetrics(): Metrics {
  /** By endpoint, then by the channel's name; what was at no path, or went to no channel, by nothing. */
  const paths = new Map<EndpointFacts | undefined, Map<string, Path>>()
  const attempts = new Map<string, Map<string, number>>()
  const retries = new Map<string, number>()
  const notices = new Map<string, number>()
  const refused = new Map<string, number>()
  const storeLatencies = new Map<string, Latencies>()
  const reloads = { taken: 0, refused: 0 }

  function pathOf({ endpoint, target, edge, ability = 'generate' }: Outcome): Path {
    let channels = paths.get(endpoint)
    if (channels === undefined) paths.set(endpoint, (channels = new Map<string, Path>()))
    const channel = target?.channel.name ?? ''
    let path = channels.get(channel)
    if (path === undefined) {
      path = {
        endpoint: endpoint?.path ?? '',
        format: endpoint?.dialect ?? (endpoint === undefined || endpoint.edge ? edge.adapter.format : ''),
        channel,
        upstream: (target && formatOf(target.channel, ability)) ?? '',
        durations: createLatencies(),
        firstBytes: createLatencies(),
        models: new Map(),
      }
      channels.set(channel, path)
    }
    return path
  }

  return {
    count(outcome, result) {
      const { response, target, startedAt, firstByteAt, record } = outcome
      const path = pathOf(outcome)
      const model = target?.listed ?? ''
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
      }
      for (const { code } of outcome.notices) addOne(notices, code)
      if (outcome.refusedBy !== undefined) addOne(refused, outcome.refusedBy)
    },
    attempt(channel, result, retry) {
      let results = attempts.get(channel.name)
      if (results === undefined) attempts.set(channel.name, (results = new Map<string, number>()))
      addOne(results, result)
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
    *paths() {
      for (const channels of paths.values()) yield* channels.values()
    },
    attempts,
    retries,
    notices,
    refused,
    storeLatencies,
    reloads,
  }
}

function createTally(model: string): Tally {
  const tokens = { input: 0, fresh: 0, cacheRead: 0, cacheWrite: 0, toolUse: 0, output: 0, reasoning: 0 }
  return { model, requests: [], tokens, costMicros: 0 }
}

function addTokens({ tokens }: Tally, told: UsageTokens): void {
  tokens.input += told.input ?? 0
  tokens.fresh += told.fresh ?? 0
  tokens.cacheRead += told.cacheRead ?? 0
  tokens.cacheWrite += told.cacheWrite ?? 0
  tokens.toolUse += told.toolUse ?? 0
  tokens.output += told.output ?? 0
  tokens.reasoning += told.reasoning ?? 0
}

function addOne(counts: Map<string, number>, name: string): void {
  const known = counts.get(name)
  if (known !== undefined) counts.set(name, known + 1)
  else if (counts.size < mostCodes) counts.set(name, 1)
}

function observeLatency(latencies: Latencies, seconds: number): void {
  let index = 0
  while (index < latencyBounds.length && seconds > (latencyBounds[index] ?? 0)) index++
  latencies.counts[index] = (latencies.counts[index] ?? 0) + 1
  latencies.sum += seconds
}
