import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BasicTracerProvider, BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace-base'
import { ATTR_SERVICE_NAME } from '@opentelemetry/semantic-conventions'
import type { TelemetrySettings } from './telemetry-settings.ts'

export interface Providers {
  readonly tracerProvider: BasicTracerProvider
  readonly meterProvider: MeterProvider
  readonly shutdown: () => Promise<void>
}

/** Milliseconds that a collector gets when the gateway ends. */
const patience = 3_000

/** What collects spans and metrics, and sends them to the collector now and then. */
export function openProviders({ endpoint, headers, serviceName, traces, metrics, interval, sample }: TelemetrySettings): Providers {
  const resource = defaultResource().merge(resourceFromAttributes({ [ATTR_SERVICE_NAME]: serviceName }))
  const place = (signal: string) => ({ ...(endpoint !== undefined && { url: `${endpoint}/v1/${signal}` }), ...(headers && { headers }) })
  const tracerProvider = new BasicTracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(traces ? sample : 0) }),
    spanProcessors: traces ? [new BatchSpanProcessor(new OTLPTraceExporter(place('traces')))] : [],
  })
  const meterProvider = new MeterProvider({
    resource,
    readers: metrics
      ? [new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter(place('metrics')), exportIntervalMillis: interval * 1000 })]
      : [],
  })
  return {
    tracerProvider,
    meterProvider,
    async shutdown() {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((done) => (timer = setTimeout(done, patience)))
      await Promise.race([Promise.allSettled([tracerProvider.shutdown(), meterProvider.shutdown()]), late])
      clearTimeout(timer)
    },
  }
}
