import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Attributes, type Context, type Span } from '@opentelemetry/api'
import type { Exchange } from '../../exchange.ts'
import { callAttributes } from './call-attributes.ts'
import { createInstruments } from './create-instruments.ts'
import { openProviders } from './open-providers.ts'
import { remoteContext } from './remote-context.ts'
import type { AttemptSpan, Telemetry } from './telemetry.ts'
import type { TelemetrySettings } from './telemetry-settings.ts'

interface Open {
  readonly span: Span
  readonly context: Context
  call?: Call
}

/** A call that an upstream has answered well, until the end of its answer is known. */
interface Call {
  readonly span: Span
  readonly attributes: Attributes
  readonly startedAt: number
}

/** Exports what a gateway does, by the conventions for generative AI. https://opentelemetry.io/docs/specs/semconv/gen-ai/ */
export function createTelemetry(settings: TelemetrySettings): Telemetry {
  const providers = openProviders(settings)
  const tracer = providers.tracerProvider.getTracer('interlingua')
  const instruments = createInstruments(providers.meterProvider.getMeter('interlingua'))
  const running = new WeakMap<Exchange, Open>()

  function endCall(call: Call, exchange: Exchange, failure: string | undefined): void {
    const { span, startedAt } = call
    const { usage, answered, firstByteAt } = exchange
    const attributes: Attributes = { ...call.attributes }
    if (answered?.model !== undefined) attributes['gen_ai.response.model'] = answered.model
    if (failure !== undefined) attributes['error.type'] = failure
    span.setAttributes(attributes)
    if (answered && answered.finishes.length > 0) span.setAttribute('gen_ai.response.finish_reasons', [...answered.finishes])
    if (usage?.input.total !== undefined) span.setAttribute('gen_ai.usage.input_tokens', usage.input.total)
    if (usage?.output.total !== undefined) span.setAttribute('gen_ai.usage.output_tokens', usage.output.total)
    if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failure })
    span.end()
    instruments.duration.record((performance.now() - startedAt) / 1000, attributes)
    if (firstByteAt !== undefined) instruments.firstChunk.record(Math.max(0, firstByteAt - startedAt) / 1000, attributes)
    if (usage?.input.total !== undefined) instruments.tokens.record(usage.input.total, { ...attributes, 'gen_ai.token.type': 'input' })
    if (usage?.output.total !== undefined) instruments.tokens.record(usage.output.total, { ...attributes, 'gen_ai.token.type': 'output' })
  }

  return {
    open(exchange) {
      const { request, endpoint } = exchange
      const parent = remoteContext(request.headers)
      const method = request.method ?? 'GET'
      const span = tracer.startSpan(
        endpoint === undefined ? method : `${method} ${endpoint.path}`,
        {
          kind: SpanKind.SERVER,
          attributes: {
            'http.request.method': method,
            // The path as it is written may hold ids of other people's things; the query may hold a key.
            ...(endpoint && { 'http.route': endpoint.path }),
            'interlingua.request.id': exchange.requestId,
            'interlingua.record.id': exchange.id,
            'interlingua.client.format': exchange.door.adapter.format,
          },
        },
        parent,
      )
      running.set(exchange, { span, context: trace.setSpan(parent, span) })
    },
    attempt(exchange, target): AttemptSpan {
      const open = running.get(exchange)
      const attributes = callAttributes(exchange, target)
      const name = `${attributes['gen_ai.operation.name']} ${target.model}`
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, open?.context ?? ROOT_CONTEXT)
      const call: Call = { span, attributes, startedAt: performance.now() }
      return {
        headers: settings.propagates(target.channel.name) ? { traceparent: spellTraceparent(span) } : undefined,
        end(result) {
          if (typeof result === 'number') span.setAttribute('http.response.status_code', result)
          const good = typeof result === 'number' && result >= 200 && result < 300
          if (good && open) open.call = call
          else endFailed(call, String(result))
        },
      }
    },
    close(exchange, outcome) {
      const open = running.get(exchange)
      if (open === undefined) return
      running.delete(exchange)
      const failure = outcome === 'ok' ? undefined : outcome
      const { response, startedAt, firstByteAt, target } = exchange
      if (open.call) endCall(open.call, exchange, failure)
      const { span } = open
      if (response.headersSent) span.setAttribute('http.response.status_code', response.statusCode)
      if (failure !== undefined) span.setAttribute('error.type', failure)
      if (failure !== undefined && (response.statusCode >= 500 || response.statusCode < 400))
        span.setStatus({ code: SpanStatusCode.ERROR, message: failure })
      span.end()
      if (target === undefined) return
      const attributes = callAttributes(exchange, target)
      if (failure !== undefined) attributes['error.type'] = failure
      instruments.serverDuration.record((performance.now() - startedAt) / 1000, attributes)
      if (firstByteAt !== undefined) instruments.serverFirstToken.record((firstByteAt - startedAt) / 1000, attributes)
    },
    shutdown: providers.shutdown,
  }

  function endFailed({ span, attributes, startedAt }: Call, failure: string): void {
    span.setAttribute('error.type', failure)
    span.setStatus({ code: SpanStatusCode.ERROR, message: failure })
    span.end()
    instruments.duration.record((performance.now() - startedAt) / 1000, { ...attributes, 'error.type': failure })
  }
}

/** https://www.w3.org/TR/trace-context/#traceparent-header */
function spellTraceparent(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}
