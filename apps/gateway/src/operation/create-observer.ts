import { type Admission, codesOfNotices, type ObservedAttempt, type Observer, type Outcome } from '@interlingua/server'
import type { Log } from './log.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Telemetry } from './telemetry/telemetry.ts'
import type { IncomingHttpHeaders } from 'node:http'
import { formatOf } from '@interlingua/upstreams'

/** Observer that writes the log, counts for the metrics, and exports traces. Absent `telemetry`: none are exported. */
export function createObserver(log: Log, metrics: Metrics, telemetry: Telemetry | undefined): Observer {
  return {
    ...(telemetry && {
      open: (request) => telemetry.open(request),
      giveUp: (request, failure) => telemetry.giveUp(request, failure),
      readsAnswers: true,
    }),
    attempt(attempt) {
      const { channel } = attempt.target
      const retry = attempt.admitted.attempts > 1
      const span = telemetry?.attempt(attempt)
      return {
        headers: span?.headers,
        end(result) {
          metrics.attempt(channel, String(result), retry)
          span?.end(result)
        },
      }
    },
    close(outcome, result, record) {
      metrics.count(outcome, result, record)
      telemetry?.close(outcome, result)
      if (log.on) logRequest(log, outcome, result)
    },
    event(level, name, fields) {
      if (name === 'prefix') metrics.prefixBroke(String(fields['channel']), String(fields['format']))
      log.write(level, name, fields)
    },
  }
}

const traceparent = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}(?:-.*)?$/
const noTrace = '0'.repeat(32)

/** Id of the trace that a client's request belongs to; undefined if the client names none. https://www.w3.org/TR/trace-context/ */
function traceOf(headers: IncomingHttpHeaders): string | undefined {
  const header = headers['traceparent']
  if (typeof header !== 'string') return undefined
  const id = traceparent.exec(header)?.[1]
  return id === noTrace ? undefined : id
}

const notAdmitted: Partial<Admission> = {}
const noAttempt: Partial<ObservedAttempt> = {}

/** Status in logs for a client that left before any answer. */
const clientLeft = 499

function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}

/** Writes the line of a request that ended. */
function logRequest(log: Log, outcome: Outcome, result: string): void {
  const { client, admitted, attempt, response, notices } = outcome
  const { edge, endpoint, incoming } = client
  const { attempts = 0, capability = 'generate', grant } = admitted ?? notAdmitted
  const { target, usage } = attempt ?? noAttempt
  const { statusCode } = response
  log.request(
    {
      id: client.requestId,
      // The record's id, where the client named the request itself: clients may use a name twice.
      record: client.requestId === client.id ? undefined : client.id,
      upstreamId: outcome.upstreamId,
      trace: traceOf(incoming.headers),
      method: incoming.method,
      // The path alone: a query may hold a key.
      path: pathOf(incoming.url ?? ''),
      status: result === 'cancelled' && !response.headersSent ? clientLeft : statusCode,
      outcome: result,
      millis: Math.round(performance.now() - client.startedAt),
      keyId: grant?.key?.id,
      format: endpoint?.dialect ?? edge.adapter.format,
      channel: target?.channel.name,
      upstream: target && formatOf(target.channel, capability),
      model: target?.model,
      attempts: attempts > 1 ? attempts : undefined,
      input: usage?.input.total,
      output: usage?.output.total,
      notices: notices.length === 0 ? undefined : codesOfNotices(notices).slice(0, 16).join(' '),
    },
    statusCode >= 500,
  )
}
