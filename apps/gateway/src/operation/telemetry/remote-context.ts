import { ROOT_CONTEXT, trace, type Context } from '@opentelemetry/api'
import type { IncomingHttpHeaders } from 'node:http'

const traceparent = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-.*)?$/

/** The trace that the caller is in, where its header names one. https://www.w3.org/TR/trace-context/ */
export function remoteContext(headers: IncomingHttpHeaders): Context {
  const header = headers['traceparent']
  const [, traceId, spanId, flags] = (typeof header === 'string' && traceparent.exec(header)) || []
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true })
}
