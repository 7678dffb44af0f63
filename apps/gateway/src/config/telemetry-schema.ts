import * as z from 'zod'

/** OpenTelemetry over OTLP/HTTP. The `OTEL_…` variables of the environment count where the file says nothing. */
export const telemetrySchema = z.strictObject({
  /** Address of a collector, to which `/v1/traces` and `/v1/metrics` are added. */
  endpoint: z.url({ protocol: /^https?$/ }).optional(),
  /** Sent with each export. */
  headers: z.record(z.string(), z.string()).optional(),
  serviceName: z.string().min(1).optional(),
  traces: z.boolean().optional(),
  metrics: z.boolean().optional(),
  /** Seconds between two exports of metrics. Default 60. */
  interval: z.number().min(0.1).max(3_600).optional(),
  /** Share of requests that are traced where the caller did not decide, 0 to 1. Default 1. */
  sample: z.number().min(0).max(1).optional(),
  /** Channels whose upstreams are told the trace (`traceparent`): all, or those named. Default none. */
  propagate: z.union([z.boolean(), z.array(z.string())]).optional(),
})
