import { isJsonObject, parseJson, type Failure } from '@interlingua/core'
import type { IncomingHttpHeaders } from 'node:http'
import type { Receiver } from './call-upstream.ts'
import { collectReply } from './collect-reply.ts'
import type { Target } from '../channels/create-resolver.ts'
import { contextOf, type Exchange } from '../exchange.ts'
import { forwardedHeaders } from '../answers/forwarded-headers.ts'
import { isSaneWait } from '../is-sane-wait.ts'
import { hideCredentialFailure } from '../answers/hide-credential-failure.ts'
import { malformedUpstream } from '../faults/malformed-upstream.ts'
import { strikeSecrets } from '../answers/strike-secrets.ts'
import { failAttempt } from './fail-attempt.ts'
import { judgeAnswer } from './judge-answer.ts'
import { timeToWait } from './time-to-wait.ts'

/** Statuses that only one format knows, and what they are elsewhere. */
const overloaded = 529

/** An upstream that answers with an error status: its error, in the client's dialect, with the waiting time that it asks for. */
export function refuseAnswer(exchange: Exchange, target: Target, status: number, headers: IncomingHttpHeaders): Receiver {
  return collectReply(exchange, headers, (reply) => {
    const { channel } = target
    if ('failure' in reply) return failAttempt(exchange, reply, judgeAnswer(channel, status, reply.failure, false))
    if (status < 400) {
      const fault = malformedUpstream(`answered with status ${status}`)
      return failAttempt(exchange, fault, judgeAnswer(channel, status, fault.failure, false))
    }
    const { adapter } = channel.door
    const body = parseJson(strikeSecrets(reply.bytes.toString('utf8'), channel.secrets))
    const wire = adapter.parseFailure({ status, headers: textHeaders(headers, channel.secrets), body })
    const told = adapter.decodeFailure(wire, contextOf(exchange, channel.dialect))
    const { lost } = exchange
    const taken = lost?.statuses.has(status) === true ? lost.take(told) : undefined
    if (taken) return taken()
    const wait = timeToWait(headers, told)
    const failure = withWait(hideCredentialFailure(told, status), wait)
    const verdict = judgeAnswer(channel, status, told, wait !== undefined || isJsonObject(body))
    if (verdict === 'again' && wait !== undefined) channel.circuit.rest(wait)
    const same = channel.door === exchange.door
    const fault = {
      failure: same && isJsonObject(body) ? failure : withoutOrigin(failure),
      status: clientStatus(exchange, status, failure),
      headers: same ? forwardedHeaders(exchange, headers) : retryHeaders(headers),
    }
    failAttempt(exchange, fault, verdict, wait)
  })
}

/** The upstream's status, where the client's dialect has it; the gateway's own credentials being refused is a bad gateway. */
function clientStatus({ door }: Exchange, status: number, failure: Failure): number {
  if (failure.status === 502) return 502
  if (status === overloaded && door.adapter.format !== 'messages') return door.adapter.http.status('overloaded')
  return status
}

/** Of another format's error only the meaning is for the client. */
function withoutOrigin(failure: Failure): Failure {
  const { raw: _raw, requestId: _requestId, extensions: _extensions, ...rest } = failure
  return rest
}

function textHeaders(headers: IncomingHttpHeaders, secrets: readonly string[]): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const name in headers) {
    const value = headers[name]
    if (typeof value === 'string') texts[name] = strikeSecrets(value, secrets)
  }
  return texts
}

function retryHeaders({ 'retry-after': seconds }: IncomingHttpHeaders): Record<string, string> {
  return seconds !== undefined && isSaneWait('retry-after', seconds) ? { 'retry-after': seconds } : {}
}

/** Nonsense about waiting is not handed on. */
function withWait({ retryAfterMs: _, ...failure }: Failure, wait: number | undefined): Failure {
  return wait === undefined ? failure : { ...failure, retryAfterMs: wait }
}
