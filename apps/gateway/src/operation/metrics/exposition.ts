import { type GatewayState, isUsable } from '@interlingua/server'
import { type Latencies, latencyBounds, type Metrics, outcomes, type Path } from './metrics.ts'
import { collectDefaultMetrics, type Metric, type MetricObject, Registry } from 'prom-client'

/** Metric for output: its name and its current values. */
interface Family {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  /** How values of several workers become one: `first` for what they have in common. */
  readonly aggregator: 'sum' | 'max' | 'first'
  readonly values: readonly Sample[]
}

interface Sample {
  /** Name of the sample, if another than the family's: `…_bucket`, `…_sum`, `…_count`. */
  readonly metricName?: string
  readonly labels: Readonly<Record<string, string | number>>
  readonly value: number
}

const circuitStates = ['closed', 'open', 'half-open'] as const

/** Reads all counters and gauges of the gateway. */
function readFamilies({ lifecycle, channels }: GatewayState, metrics: Metrics): readonly Family[] {
  const paths = [...metrics.paths()]
  const { taken, refused } = metrics.reloads
  let streams = 0
  for (const { firstByteAt } of lifecycle.requests) if (firstByteAt !== undefined) streams++
  return [
    counter('interlingua_requests_total', 'Requests that ended.', paths.flatMap(requestSamples)),
    histogram(
      'interlingua_request_duration_seconds',
      'Seconds from a request to the end of its answer.',
      paths,
      ({ durations }) => durations,
    ),
    histogram(
      'interlingua_first_byte_seconds',
      'Seconds from a request to the first byte of its stream.',
      paths,
      ({ firstBytes }) => firstBytes,
    ),
    counter('interlingua_tokens_total', 'Tokens that upstreams told of, by bucket.', paths.flatMap(tokenSamples)),
    counter(
      'interlingua_cache_tokens_total',
      'Input tokens that were read from a prompt cache, written to one, or neither, by program of the client.',
      [...metrics.caches()].flatMap(({ channel, model, client, ...counts }) =>
        Object.entries(counts).map(([bucket, value]) => ({ labels: { channel, model, client, bucket }, value })),
      ),
    ),
    counter(
      'interlingua_prefix_breaks_total',
      'Conversations in which a request did not begin with the one before, so that the prompt cache did not help.',
      [...metrics.prefixBreaks].flatMap(([channel, formats]) =>
        [...formats].map(([format, value]) => ({ labels: { channel, format }, value })),
      ),
    ),
    counter('interlingua_cost_total', 'What the tokens cost, in the currency of the price table.', paths.flatMap(costSamples)),
    counter('interlingua_notices_total', 'What was changed on the way, by code.', countSamples(metrics.notices, 'code')),
    counter('interlingua_refused_total', 'Requests that a limit refused, by limit.', countSamples(metrics.refused, 'limit')),
    counter(
      'interlingua_upstream_attempts_total',
      'Calls of upstreams, by status or by what went wrong.',
      [...metrics.attempts].flatMap(([channel, results]) =>
        [...results].map(([result, value]) => ({ labels: { channel, result }, value })),
      ),
    ),
    counter(
      'interlingua_upstream_retries_total',
      'Calls of upstreams after the first one of a request.',
      countSamples(metrics.retries, 'channel'),
    ),
    {
      name: 'interlingua_channel_usable',
      help: '1 where a channel is called, 0 while its breaker is open.',
      type: 'gauge',
      aggregator: 'first',
      values: channels.map((channel) => ({ labels: { channel: channel.name }, value: isUsable(channel) ? 1 : 0 })),
    },
    {
      name: 'interlingua_channel_breaker',
      help: 'The state of the breaker of a channel: 1 for the one that it is in.',
      type: 'gauge',
      aggregator: 'first',
      values: channels.flatMap(({ name, circuit }) =>
        circuitStates.map((state) => ({ labels: { channel: name, state }, value: circuit.state === state ? 1 : 0 })),
      ),
    },
    {
      name: 'interlingua_channel_waiting',
      help: 'Requests that wait for a place in a channel.',
      type: 'gauge',
      aggregator: 'sum',
      values: channels.flatMap(({ name, queue }) => (queue ? [{ labels: { channel: name }, value: queue.waiting }] : [])),
    },
    gauge('interlingua_running_requests', 'Requests whose answers are not through.', lifecycle.requests.size),
    gauge('interlingua_open_streams', 'Streams that have begun and not ended.', streams),
    { ...gauge('interlingua_draining', '1 while the gateway is ending.', lifecycle.draining ? 1 : 0), aggregator: 'max' },
    gauge(
      'interlingua_limits_alone',
      'Processes that count limits by themselves, since the shared counters do not answer.',
      metrics.limits.alone,
    ),
    counter('interlingua_limits_outages_total', 'Times at which the shared counters of limits did not answer any more.', [
      { labels: {}, value: metrics.limits.outages },
    ]),
    {
      name: 'interlingua_store_duration_seconds',
      help: 'Seconds that the store took, by operation.',
      type: 'histogram',
      aggregator: 'sum',
      values: [...metrics.storeLatencies].flatMap(([operation, latencies]) =>
        histogramSamples('interlingua_store_duration_seconds', { operation }, latencies),
      ),
    },
    counter('interlingua_reloads_total', 'Configurations that were taken or refused.', [
      { labels: { result: 'taken' }, value: taken },
      { labels: { result: 'refused' }, value: refused },
    ]),
  ]
}

function counter(name: string, help: string, values: readonly Sample[]): Family {
  return { name, help, type: 'counter', aggregator: 'sum', values: addSamples(values) }
}

function gauge(name: string, help: string, value: number): Family {
  return { name, help, type: 'gauge', aggregator: 'sum', values: [{ labels: {}, value }] }
}

function histogram(name: string, help: string, paths: readonly Path[], read: (path: Path) => Latencies): Family {
  const seen = paths.filter((path) => read(path).counts.some((count) => count > 0))
  const values = seen.flatMap((path) => histogramSamples(name, { endpoint: path.endpoint, channel: path.channel }, read(path)))
  return { name, help, type: 'histogram', aggregator: 'sum', values: addSamples(values) }
}

function requestSamples({ endpoint, format, channel, upstream, models }: Path): readonly Sample[] {
  return [...models.values()].flatMap(({ model, requests }) =>
    requests.flatMap((value, index) => {
      const status = Math.floor(index / outcomes.length)
      const outcome = outcomes[index % outcomes.length] ?? ''
      return value > 0
        ? [{ labels: { endpoint, format, channel, upstream, model, status: status === 0 ? 'none' : `${status}xx`, outcome }, value }]
        : []
    }),
  )
}

function tokenSamples({ channel, models, endpoint }: Path): readonly Sample[] {
  return [...models.values()].flatMap(({ model, tokens }) =>
    Object.entries(tokens).flatMap(([bucket, value]) => (value > 0 ? [{ labels: { endpoint, channel, model, bucket }, value }] : [])),
  )
}

function costSamples({ channel, models, endpoint }: Path): readonly Sample[] {
  return [...models.values()].flatMap(({ model, costMicros }) =>
    costMicros > 0 ? [{ labels: { endpoint, channel, model }, value: costMicros / 1_000_000 }] : [],
  )
}

function countSamples(counts: ReadonlyMap<string, number>, label: string): readonly Sample[] {
  return [...counts].map(([name, value]) => ({ labels: { [label]: name }, value }))
}

/**
 * Adds samples with equal labels, since Prometheus takes each set of labels once: methods of one path count together, and so do dialects without a
 * label.
 */
function addSamples(samples: readonly Sample[]): readonly Sample[] {
  const rows = new Map<string, Sample>()
  for (const sample of samples) {
    const key = JSON.stringify([sample.metricName, sample.labels])
    const row = rows.get(key)
    rows.set(key, row === undefined ? sample : { ...row, value: row.value + sample.value })
  }
  return [...rows.values()]
}

/** Samples of a histogram in Prometheus' form, in which each bucket includes those below. */
function histogramSamples(name: string, labels: Readonly<Record<string, string>>, { counts, sum }: Latencies): readonly Sample[] {
  const samples: Sample[] = []
  let total = 0
  for (const [index, bound] of [...latencyBounds, '+Inf'].entries()) {
    total += counts[index] ?? 0
    samples.push({ metricName: `${name}_bucket`, labels: { ...labels, le: bound }, value: total })
  }
  samples.push({ metricName: `${name}_sum`, labels, value: sum }, { metricName: `${name}_count`, labels, value: total })
  return samples
}

let ofProcess: Registry | undefined

/** Metrics of this process, which are collected from the first call on. */
export function runtimeMetrics(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess })
  }
  return ofProcess
}

function registryOf(gateway: GatewayState, metrics: Metrics): Registry {
  const registry = new Registry()
  for (const family of readFamilies(gateway, metrics)) registry.registerMetric(asMetric(family))
  return registry
}

/** Formats all metrics for Prometheus: the gateway's own, and those of its process. */
export async function formatMetrics(gateway: GatewayState, metrics: Metrics): Promise<string> {
  return `${await registryOf(gateway, metrics).metrics()}\n${await runtimeMetrics().metrics()}`
}

/** Values of all metrics, to be summed with those of other workers. */
export async function readMetrics(gateway: GatewayState, metrics: Metrics): Promise<readonly MetricObject[]> {
  return [...(await registryOf(gateway, metrics).getMetricsAsJSON()), ...(await runtimeMetrics().getMetricsAsJSON())]
}

export const metricsType = 'text/plain; version=0.0.4; charset=utf-8'

function asMetric(family: Family): Metric {
  return { name: family.name, get: async () => family } as unknown as Metric // a registry reads only the name and, once, the values
}
