import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Attributes, type Context, type Span } from '@opentelemetry/api'
import {
  ATTR_ERROR_TYPE,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
} from '@opentelemetry/semantic-conventions'
import {
  ATTR_GEN_AI_OPERATION_NAME,
  ATTR_GEN_AI_RESPONSE_FINISH_REASONS,
  ATTR_GEN_AI_RESPONSE_MODEL,
  ATTR_GEN_AI_TOKEN_TYPE,
  ATTR_GEN_AI_USAGE_INPUT_TOKENS,
  ATTR_GEN_AI_USAGE_OUTPUT_TOKENS,
} from '@opentelemetry/semantic-conventions/incubating'
import type { Outcome } from '../../outcome.ts'
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
  const running = new WeakMap<Outcome, Open>()

  function endCall(call: Call, outcome: Outcome, failure: string | undefined): void {
    const { span, startedAt } = call
    const { usage, answered, firstByteAt } = outcome
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
    open(outcome) {
      const { request, endpoint } = outcome
      const parent = remoteContext(request.headers)
      const method = request.method ?? 'GET'
      const span = tracer.startSpan(
        endpoint === undefined ? method : `${method} ${endpoint.path}`,
        {
          kind: SpanKind.SERVER,
          attributes: {
            [ATTR_HTTP_REQUEST_METHOD]: method,
            // The path as it is written may hold ids of other people's things; the query may hold a key.
            ...(endpoint && { [ATTR_HTTP_ROUTE]: endpoint.path }),
            'interlingua.request.id': outcome.requestId,
            'interlingua.record.id': outcome.id,
            'interlingua.client.format': outcome.edge.adapter.format,
          },
        },
        parent,
      )
      running.set(outcome, { span, context: trace.setSpan(parent, span) })
    },
    attempt(outcome, target): AttemptSpan {
      const open = running.get(outcome)
      const attributes = callAttributes(outcome, target)
      const name = `${attributes[ATTR_GEN_AI_OPERATION_NAME]} ${target.model}`
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, open?.context ?? ROOT_CONTEXT)
      const call: Call = { span, attributes, startedAt: performance.now() }
      return {
        headers: settings.propagates(target.channel.name) ? { traceparent: spellTraceparent(span) } : undefined,
        end(result) {
          if (typeof result === 'number') span.setAttribute(ATTR_HTTP_RESPONSE_STATUS_CODE, result)
          const good = typeof result === 'number' && result >= 200 && result < 300
          if (!good || open === undefined) return endFailed(call, String(result))
          // Of calls that are made beside each other the last stands for the answer.
          if (open.call) endCall(open.call, outcome, undefined)
          open.call = call
        },
      }
    },
    giveUp(outcome, failure) {
      const open = running.get(outcome)
      if (open?.call === undefined) return
      endFailed(open.call, failure)
      delete open.call
    },
    close(outcome, result) {
      const open = running.get(outcome)
      if (open === undefined) return
      running.delete(outcome)
      const failure = result === 'ok' ? undefined : result
      const { response, startedAt, firstByteAt, target } = outcome
      if (open.call) endCall(open.call, outcome, failure)
      const { span } = open
      if (response.headersSent) span.setAttribute(ATTR_HTTP_RESPONSE_STATUS_CODE, response.statusCode)
      if (failure !== undefined) span.setAttribute(ATTR_ERROR_TYPE, failure)
      if (failure !== undefined && (response.statusCode >= 500 || response.statusCode < 400))
        span.setStatus({ code: SpanStatusCode.ERROR, message: failure })
      span.end()
      if (target === undefined) return
      const attributes = callAttributes(outcome, target)
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

/** https://www.w3.org/TR/trace-context/#traceparent-header */
function spellTraceparent(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}
