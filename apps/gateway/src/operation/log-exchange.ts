import type { IncomingHttpHeaders } from 'node:http'
import { formatOf } from '../channels/format-of.ts'
import { codesOfNotices } from '../metering/codes-of-notices.ts'
import type { Outcome } from '../outcome.ts'

const traceparent = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}(?:-.*)?$/
const noTrace = '0'.repeat(32)

/** The id of the trace that a client's request belongs to. https://www.w3.org/TR/trace-context/ */
function traceOf(headers: IncomingHttpHeaders): string | undefined {
  const header = headers['traceparent']
  if (typeof header !== 'string') return undefined
  const id = traceparent.exec(header)?.[1]
  return id === noTrace ? undefined : id
}

/** What logs write for a client that left before any answer. */
const clientLeft = 499

function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}

/** The one line about a request that ended. */
export function logExchange(outcome: Outcome, result: string): void {
  const { gateway, request, response, edge, target, notices, usage, attempts } = outcome
  const { statusCode } = response
  gateway.log.request(
    {
      id: outcome.requestId,
      // A client that names its requests may name two alike; the usage record has the gateway's own id.
      record: outcome.requestId === outcome.id ? undefined : outcome.id,
      upstreamId: outcome.upstreamId,
      trace: traceOf(request.headers),
      method: request.method,
      // The path alone: a query may hold a key.
      path: pathOf(request.url ?? ''),
      status: result === 'cancelled' && !response.headersSent ? clientLeft : statusCode,
      outcome: result,
      millis: Math.round(performance.now() - outcome.startedAt),
      keyId: outcome.key?.id,
      format: outcome.endpoint?.dialect ?? edge.adapter.format,
      channel: target?.channel.name,
      upstream: target && formatOf(target.channel, outcome.ability ?? 'generate'),
      model: target?.model,
      attempts: attempts > 1 ? attempts : undefined,
      input: usage?.input.total,
      output: usage?.output.total,
      notices: notices.length === 0 ? undefined : codesOfNotices(notices).slice(0, 16).join(' '),
    },
    statusCode >= 500,
  )
}
