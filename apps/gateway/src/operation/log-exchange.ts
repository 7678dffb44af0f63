import { formatOf } from '../channels/format-of.ts'
import type { Outcome } from '../outcome.ts'
import { codesOfNotices } from '../metering/codes-of-notices.ts'
import { traceOf } from './trace-of.ts'

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
