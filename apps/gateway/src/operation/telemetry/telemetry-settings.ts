import type { FileConfig } from '../../config/config-schema.ts'

export interface TelemetrySettings {
  /** Without a slash at its end; absent: the environment names one for each signal. */
  readonly endpoint?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly serviceName: string
  readonly traces: boolean
  readonly metrics: boolean
  /** Seconds. */
  readonly interval: number
  readonly sample: number
  readonly propagates: (channel: string) => boolean
}

type Environment = Readonly<Record<string, string | undefined>>

const endpoints = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT']

/** What is exported, and where to; `undefined` where nobody named a collector. The file wins over the environment. */
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
