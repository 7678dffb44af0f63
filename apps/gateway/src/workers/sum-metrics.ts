import { AggregatorRegistry, type Metric, type MetricObject, Registry } from 'prom-client'
import { runtimeMetrics } from '../operation/metrics/exposition.ts'

/** Numbers of the primary process itself. */
export interface PrimaryNumbers {
  readonly workers: number
  readonly serving: number
  readonly deaths: number
  readonly reloads: { readonly taken: number; readonly refused: number }
}

/** Metrics of all workers. */
export interface MetricsSum {
  /** Notes the values of a worker. */
  note(worker: number, values: readonly MetricObject[]): void
  /** Drops the gauges of a worker that has ended; its counters stay in the sums, which else would fall. */
  drop(worker: number): void
  /** All metrics, with those of the primary process, for Prometheus. */
  format(numbers: PrimaryNumbers): Promise<string>
}

export function createMetricsSum(): MetricsSum {
  const values = new Map<number, readonly MetricObject[]>()
  /** Counters of workers that have ended, as they were last seen. */
  let past: readonly MetricObject[] = []

  return {
    note: (worker, seen) => void values.set(worker, seen),
    drop(worker) {
      const last = values.get(worker)
      values.delete(worker)
      if (last === undefined) return
      // The types of the library have a number here, and its values a word.
      const counted = last.filter(({ type }) => ['counter', 'histogram'].includes(String(type)))
      past = merge([past, counted])
    },
    async format(numbers) {
      const own = new Registry()
      for (const metric of metricsOf(numbers)) own.registerMetric(metric)
      const all = [...values.values(), past, await own.getMetricsAsJSON(), await runtimeMetrics().getMetricsAsJSON()]
      return AggregatorRegistry.aggregate(all.map((each) => [...each])).metrics()
    },
  }
}

/** Sums counters of the same names and labels. */
function merge(parts: readonly (readonly MetricObject[])[]): readonly MetricObject[] {
  const registry = AggregatorRegistry.aggregate(parts.map((each) => [...each]))
  return registry.getMetricsAsArray().map((metric) => (metric as unknown as { get(): MetricObject }).get()) // metrics that `aggregate` makes hold their values
}

function metricsOf({ workers, serving, deaths, reloads }: PrimaryNumbers): readonly Metric[] {
  return [
    metric('interlingua_workers', 'gauge', 'Workers that serve now, and that are configured.', [
      { labels: { state: 'serving' }, value: serving },
      { labels: { state: 'configured' }, value: workers },
    ]),
    metric('interlingua_worker_deaths_total', 'counter', 'Workers that ended without being asked to.', [{ labels: {}, value: deaths }]),
    metric('interlingua_reloads_total', 'counter', 'Configurations that were taken or refused.', [
      { labels: { result: 'taken' }, value: reloads.taken },
      { labels: { result: 'refused' }, value: reloads.refused },
    ]),
  ]
}

function metric(
  name: string,
  type: 'gauge' | 'counter',
  help: string,
  values: readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[],
): Metric {
  const family = { name, help, type, aggregator: 'sum', values }
  return { name, get: async () => family } as unknown as Metric // a registry reads only the name and, once, the values
}
