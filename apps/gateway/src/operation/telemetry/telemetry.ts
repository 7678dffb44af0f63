import type { ObservedRequest, Outcome, RunningAttempt } from '@interlingua/server'
import type { ObservedCall } from '@interlingua/upstreams'
import type { FileConfig } from '../../config/config-schema.ts'

/** Exporter of OpenTelemetry's spans and metrics. Never content, never credentials. */
export interface Telemetry {
  /** Opens the server's span for a request, under the caller's trace if the request names one. */
  open(client: ObservedRequest): void
  /** Opens a span for a call of an upstream. That of a good answer goes on until the request is closed. */
  attempt(attempt: RunningAttempt): ObservedCall
  /** Ends the span of a call whose answer began well and then failed, before another upstream may be called. */
  giveUp(client: ObservedRequest, failure: string): void
  /** Closes the spans of a request whose answer has ended, or whose client has left. */
  close(outcome: Outcome, result: string): void
  /** Sends the remaining spans and metrics. Never rejects. */
  shutdown(): Promise<void>
}

export interface TelemetrySettings {
  /** URL of the collector without a slash at its end. Absent: the environment names one for each signal. */
  readonly endpoint?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly serviceName: string
  readonly traces: boolean
  readonly metrics: boolean
  /** Seconds between two exports of metrics. Default 60. */
  readonly interval: number
  readonly sample: number
  readonly propagates: (channel: string) => boolean
}

type Environment = Readonly<Record<string, string | undefined>>

const endpoints = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT']

/** Settings of the export; undefined if no collector is named. The file wins over the environment. */
export function telemetrySettings(config: FileConfig['telemetry'] = {}, environment: Environment = {}): TelemetrySettings | undefined {
  const { endpoint, headers, serviceName, traces, metrics, interval = 60, sample = 1, propagate = false } = config
  if (environment['OTEL_SDK_DISABLED'] === 'true') return undefined
  if (endpoint === undefined && !endpoints.some((name) => environment[name])) return undefined
  return {
    ...(endpoint !== undefined && { endpoint: endpoint.replace(/\/+$/, '') }),
    ...(headers && { headers }),
    serviceName: serviceName ?? environment['OTEL_SERVICE_NAME'] ?? 'interlingua',
    traces: traces ?? environment['OTEL_TRACES_EXPORTER'] !== 'none',
    metrics: metrics ?? environment['OTEL_METRICS_EXPORTER'] !== 'none',
    interval,
    sample,
    propagates: typeof propagate === 'boolean' ? () => propagate : (channel) => propagate.includes(channel),
  }
}
