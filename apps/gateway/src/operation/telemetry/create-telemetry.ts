import { randomUUID } from 'node:crypto'
import {
  type Attributes,
  type Context,
  type Histogram,
  type Meter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BasicTracerProvider, BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace-base'
import {
  ATTR_ERROR_TYPE,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
  ATTR_SERVER_ADDRESS,
  ATTR_SERVER_PORT,
  ATTR_SERVICE_NAME,
} from '@opentelemetry/semantic-conventions'
import {
  ATTR_GEN_AI_OPERATION_NAME,
  ATTR_GEN_AI_PROVIDER_NAME,
  ATTR_GEN_AI_REQUEST_MODEL,
  ATTR_GEN_AI_RESPONSE_FINISH_REASONS,
  ATTR_GEN_AI_RESPONSE_MODEL,
  ATTR_GEN_AI_TOKEN_TYPE,
  ATTR_GEN_AI_USAGE_INPUT_TOKENS,
  ATTR_GEN_AI_USAGE_OUTPUT_TOKENS,
  METRIC_GEN_AI_CLIENT_OPERATION_DURATION,
  METRIC_GEN_AI_CLIENT_OPERATION_TIME_TO_FIRST_CHUNK,
  METRIC_GEN_AI_CLIENT_TOKEN_USAGE,
  METRIC_GEN_AI_SERVER_REQUEST_DURATION,
  METRIC_GEN_AI_SERVER_TIME_TO_FIRST_TOKEN,
} from '@opentelemetry/semantic-conventions/incubating'
import { type Capability, formatOf, type ObservedCall, type Target } from '@interlingua/upstreams'
import type { EndpointFacts } from '@interlingua/gateway-kernel'
import type { ObservedAttempt, ObservedRequest } from '@interlingua/server'
import type { Telemetry, TelemetrySettings } from './telemetry.ts'
import type { IncomingHttpHeaders } from 'node:http'

const traceparent = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-.*)?$/

/** Context of the caller's trace, if its header names one. https://www.w3.org/TR/trace-context/ */
function remoteContext(headers: IncomingHttpHeaders): Context {
  const header = headers['traceparent']
  const [, traceId, spanId, flags] = (typeof header === 'string' && traceparent.exec(header)) || []
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true })
}

interface Providers {
  readonly tracerProvider: BasicTracerProvider
  readonly meterProvider: MeterProvider
  readonly shutdown: () => Promise<void>
}

/** Milliseconds for the collector when the gateway ends. */
const shutdownTimeoutMs = 3_000

/** Opens the exporters of spans and metrics, which send them to the collector in intervals. */
function openProviders({ endpoint, headers, serviceName, traces, metrics, interval, sample }: TelemetrySettings): Providers {
  // Several gateways or workers tell of themselves under one name, and their counters must not be taken for one.
  const resource = defaultResource().merge(
    resourceFromAttributes({ [ATTR_SERVICE_NAME]: serviceName, 'service.instance.id': randomUUID() }),
  )
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
      const late = new Promise<void>((done) => (timer = setTimeout(done, shutdownTimeoutMs)))
      await Promise.race([Promise.allSettled([tracerProvider.shutdown(), meterProvider.shutdown()]), late])
      clearTimeout(timer)
    },
  }
}

const hosts: readonly (readonly [RegExp, string])[] = [
  [/(^|\.)anthropic\.com$/, 'anthropic'],
  [/\.openai\.azure\.com$/, 'azure.ai.openai'],
  [/(^|\.)openai\.com$/, 'openai'],
  [/^generativelanguage\.googleapis\.com$/, 'gcp.gemini'],
  [/(^|-)aiplatform\.googleapis\.com$/, 'gcp.vertex_ai'],
  [/\.amazonaws\.com$/, 'aws.bedrock'],
  [/(^|\.)deepseek\.com$/, 'deepseek'],
  [/(^|\.)mistral\.ai$/, 'mistral_ai'],
  [/(^|\.)groq\.com$/, 'groq'],
  [/(^|\.)x\.ai$/, 'x_ai'],
  [/(^|\.)cohere\.com$/, 'cohere'],
  [/(^|\.)perplexity\.ai$/, 'perplexity'],
]

const formats: Readonly<Record<string, string>> = { messages: 'anthropic', responses: 'openai', chat: 'openai', contents: 'gcp.gemini' }

/** Value of `gen_ai.provider.name`: the vendor by its host, else the vendor of the format. */
function providerName(host: string, format: string): string {
  return hosts.find(([pattern]) => pattern.test(host))?.[1] ?? formats[format] ?? format
}

/** Histograms of the conventions. https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-metrics/ */
interface Instruments {
  readonly duration: Histogram
  readonly firstChunk: Histogram
  readonly tokens: Histogram
  readonly serverDuration: Histogram
  readonly serverFirstToken: Histogram
}

const durations = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92]
const firsts = [0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
const counts = [1, 4, 16, 64, 256, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216, 67_108_864]

/** Creates the histograms with the boundaries that the conventions ask for. */
function createInstruments(meter: Meter): Instruments {
  const seconds = (name: string, description: string, explicitBucketBoundaries: number[]): Histogram =>
    meter.createHistogram(name, { description, unit: 's', advice: { explicitBucketBoundaries } })
  return {
    duration: seconds(METRIC_GEN_AI_CLIENT_OPERATION_DURATION, 'Duration of a call of an upstream.', durations),
    firstChunk: seconds(METRIC_GEN_AI_CLIENT_OPERATION_TIME_TO_FIRST_CHUNK, 'Time from a call to the first chunk of its stream.', firsts),
    tokens: meter.createHistogram(METRIC_GEN_AI_CLIENT_TOKEN_USAGE, {
      description: 'Tokens of a call, by type.',
      unit: '{token}',
      advice: { explicitBucketBoundaries: counts },
    }),
    serverDuration: seconds(METRIC_GEN_AI_SERVER_REQUEST_DURATION, 'Duration of a request to the gateway.', durations),
    serverFirstToken: seconds(METRIC_GEN_AI_SERVER_TIME_TO_FIRST_TOKEN, 'Time to the first byte of a stream of the gateway.', firsts),
  }
}

interface Open {
  readonly span: Span
  readonly context: Context
  call?: Call
}

/** Call that an upstream has answered well, until the end of its answer is known. */
interface Call {
  readonly span: Span
  readonly attributes: Attributes
  readonly startedAt: number
}

/** Exports spans and metrics by the conventions for generative AI. https://opentelemetry.io/docs/specs/semconv/gen-ai/ */
export function createTelemetry(settings: TelemetrySettings): Telemetry {
  const providers = openProviders(settings)
  const tracer = providers.tracerProvider.getTracer('interlingua')
  const instruments = createInstruments(providers.meterProvider.getMeter('interlingua'))
  const running = new WeakMap<ObservedRequest, Open>()

  function endCall(call: Call, attempt: ObservedAttempt | undefined, firstByteAt: number | undefined, failure: string | undefined): void {
    const { span, startedAt } = call
    const { usage, answered } = attempt ?? {}
    const attributes: Attributes = { ...call.attributes }
    if (answered?.model !== undefined) attributes[ATTR_GEN_AI_RESPONSE_MODEL] = answered.model
    if (failure !== undefined) attributes[ATTR_ERROR_TYPE] = failure
    span.setAttributes(attributes)
    if (answered && answered.finishes.length > 0) span.setAttribute(ATTR_GEN_AI_RESPONSE_FINISH_REASONS, [...answered.finishes])
    if (usage?.input.total !== undefined) span.setAttribute(ATTR_GEN_AI_USAGE_INPUT_TOKENS, usage.input.total)
    if (usage?.output.total !== undefined) span.setAttribute(ATTR_GEN_AI_USAGE_OUTPUT_TOKENS, usage.output.total)
    if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failure })
    span.end()
    instruments.duration.record((performance.now() - startedAt) / 1000, attributes)
    if (firstByteAt !== undefined) instruments.firstChunk.record(Math.max(0, firstByteAt - startedAt) / 1000, attributes)
    if (usage?.input.total !== undefined) instruments.tokens.record(usage.input.total, { ...attributes, [ATTR_GEN_AI_TOKEN_TYPE]: 'input' })
    if (usage?.output.total !== undefined)
      instruments.tokens.record(usage.output.total, { ...attributes, [ATTR_GEN_AI_TOKEN_TYPE]: 'output' })
  }

  return {
    open(client) {
      const { incoming, endpoint } = client
      const parent = remoteContext(incoming.headers)
      const method = incoming.method ?? 'GET'
      const span = tracer.startSpan(
        endpoint === undefined ? method : `${method} ${endpoint.path}`,
        {
          kind: SpanKind.SERVER,
          attributes: {
            [ATTR_HTTP_REQUEST_METHOD]: method,
            // The route stands for the path, which may hold ids of other clients; the query may hold a key.
            ...(endpoint && { [ATTR_HTTP_ROUTE]: endpoint.path }),
            'interlingua.request.id': client.requestId,
            'interlingua.record.id': client.id,
            'interlingua.client.format': client.edge.adapter.format,
          },
        },
        parent,
      )
      running.set(client, { span, context: trace.setSpan(parent, span) })
    },
    attempt(attempt): ObservedCall {
      const { admitted, reply, target } = attempt
      const open = running.get(admitted.client)
      const attributes = callAttributes(admitted.client.endpoint, admitted.capability, target)
      const name = `${attributes[ATTR_GEN_AI_OPERATION_NAME]} ${target.model}`
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, open?.context ?? ROOT_CONTEXT)
      const call: Call = { span, attributes, startedAt: performance.now() }
      return {
        headers: settings.propagates(target.channel.name) ? { traceparent: formatTraceparent(span) } : undefined,
        end(result) {
          if (typeof result === 'number') span.setAttribute(ATTR_HTTP_RESPONSE_STATUS_CODE, result)
          const good = typeof result === 'number' && result >= 200 && result < 300
          if (!good || open === undefined) return endFailed(call, String(result))
          // The last of several parallel calls stands for the answer.
          if (open.call) endCall(open.call, attempt, reply.firstByteAt, undefined)
          open.call = call
        },
      }
    },
    giveUp(client, failure) {
      const open = running.get(client)
      if (open?.call === undefined) return
      endFailed(open.call, failure)
      delete open.call
    },
    close(outcome, result) {
      const { client, admitted, attempt, response, firstByteAt } = outcome
      const open = running.get(client)
      if (open === undefined) return
      running.delete(client)
      const failure = result === 'ok' ? undefined : result
      const { startedAt, endpoint } = client
      if (open.call) endCall(open.call, attempt, firstByteAt, failure)
      const { span } = open
      if (response.headersSent) span.setAttribute(ATTR_HTTP_RESPONSE_STATUS_CODE, response.statusCode)
      if (failure !== undefined) span.setAttribute(ATTR_ERROR_TYPE, failure)
      if (failure !== undefined && (response.statusCode >= 500 || response.statusCode < 400))
        span.setStatus({ code: SpanStatusCode.ERROR, message: failure })
      span.end()
      if (attempt === undefined) return
      const attributes = callAttributes(endpoint, admitted?.capability, attempt.target)
      if (failure !== undefined) attributes[ATTR_ERROR_TYPE] = failure
      instruments.serverDuration.record((performance.now() - startedAt) / 1000, attributes)
      if (firstByteAt !== undefined) instruments.serverFirstToken.record((firstByteAt - startedAt) / 1000, attributes)
    },
    shutdown: providers.shutdown,
  }

  function endFailed({ span, attributes, startedAt }: Call, failure: string): void {
    span.setAttribute(ATTR_ERROR_TYPE, failure)
    span.setStatus({ code: SpanStatusCode.ERROR, message: failure })
    span.end()
    instruments.duration.record((performance.now() - startedAt) / 1000, { ...attributes, [ATTR_ERROR_TYPE]: failure })
  }
}

/** Value of the header `traceparent`: https://www.w3.org/TR/trace-context/#traceparent-header */
function formatTraceparent(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}

/** Attributes of spans and metrics about a call of an upstream. */
function callAttributes(endpoint: EndpointFacts | undefined, capability: Capability | undefined, { channel, model }: Target): Attributes {
  const { describe, adapter } = channel.edge
  const format = formatOf(channel, capability ?? 'generate') ?? adapter.format
  const { hostname, port, protocol } = new URL(channel.origin)
  const operation = endpoint?.operation ?? ''
  return {
    [ATTR_GEN_AI_OPERATION_NAME]: operationName(operation, describe.telemetryOperation),
    [ATTR_GEN_AI_PROVIDER_NAME]: providerName(hostname, format),
    [ATTR_GEN_AI_REQUEST_MODEL]: model,
    [ATTR_SERVER_ADDRESS]: hostname,
    [ATTR_SERVER_PORT]: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
    'interlingua.channel': channel.name,
  }
}

/** Name of the operation in the conventions, if they have one; else the gateway's own. */
function operationName(operation: string, generating: string): string {
  if (operation === 'embed') return 'embeddings'
  return operation === 'generate' ? generating : operation
}
