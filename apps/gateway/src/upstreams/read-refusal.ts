import { isJsonObject, parseJson, type Context, type Failure, type WireReply } from '@interlingua/core'
import type { IncomingHttpHeaders } from 'node:http'
import { forwardedHeaders } from '../answers/forwarded-headers.ts'
import { redactCredentialFailure } from '../answers/redact-credential-failure.ts'
import { redactFailure } from '../answers/redact-failure.ts'
import { redactSecrets } from '../answers/redact-secrets.ts'
import type { Channel } from '../channels/channel.ts'
import type { Target } from '../channels/create-resolver.ts'
import { contextOf, type Exchange } from '../exchange.ts'
import { isCredentialsRefused } from '../faults/credentials-refused.ts'
import type { Fault } from '../faults/fault.ts'
import { malformedUpstream } from '../faults/malformed-upstream.ts'
import { isSaneWait } from '../is-sane-wait.ts'
import type { Reply } from './collect-reply.ts'
import type { Refusal } from './refusal.ts'
import type { RetryDecision } from './retry-decision.ts'
import { timeToWait } from './time-to-wait.ts'

/** An overload, in the one format that has a status of its own for it: its SDKs have an error of their own for that. */
const overloaded = 529

/** Reads an error document of the dialect that the upstream was asked in. */
export type DecodeFailure = (reply: WireReply<unknown>, context: Context) => Failure

/**
 * What an answer with an error status means. `same`: the client speaks the upstream's own dialect, and is told its words. `told` sees the
 * failure before anything is done about it, as the upstream said it; the client is told of it as `placed` has it.
 */
export function readRefusal(
  exchange: Exchange,
  { channel }: Target,
  status: number,
  headers: IncomingHttpHeaders,
  reply: Reply | Fault,
  decode: DecodeFailure,
  same: boolean,
  placed: (failure: Failure) => Failure = (failure) => failure,
): Refusal & { readonly told?: Failure } {
  if ('failure' in reply) return { fault: reply, decision: judgeAnswer(channel, status, reply.failure, false) }
  if (status < 400 || status > 599) {
    const fault = malformedUpstream(`answered with status ${status}`)
    return { fault, decision: judgeAnswer(channel, status, fault.failure, false) }
  }
  const body = parseJson(redactSecrets(reply.bytes.toString('utf8'), channel.secrets))
  const reading = { status, headers: textHeaders(headers, channel.secrets), body }
  const told = redactFailure(decode(reading, contextOf(exchange, channel.dialect)), channel.secrets)
  const wait = timeToWait(headers, told)
  const failure = withWait(redactCredentialFailure(placed(told), status), wait)
  const decision = judgeAnswer(channel, status, told, wait !== undefined || isJsonObject(body))
  const fault = {
    failure: same && isJsonObject(body) ? failure : withoutOrigin(failure),
    ...(!isCredentialsRefused(failure) && { status: clientStatus(exchange, status, failure, same) }),
    headers: same ? forwardedHeaders(exchange, headers) : retryHeaders(headers),
  }
  return { fault, decision, wait, told }
}

/** The upstream's status, as the client's dialect has it. */
function clientStatus({ edge }: Exchange, status: number, { code }: Failure, same: boolean): number {
  const usual = edge.adapter.http.status('overloaded')
  if (status === overloaded) return usual
  return status === 503 && code === 'overloaded' && usual === overloaded && !same ? usual : status
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
    if (typeof value === 'string') texts[name] = redactSecrets(value, secrets)
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

/**
 * Whether a request may be given to an upstream after an answer with this error. A rate limit and an overload are told before anything is
 * carried out, as are refused credentials and models that are not there; of any other 5xx nobody can know that. `worded`: it says so in its
 * format's own document, or when to come again. A bare 503 may be of some proxy that has lost the upstream in the middle of its work.
 */
function judgeAnswer(channel: Channel, status: number, failure: Failure, worded: boolean): RetryDecision {
  switch (failure.code) {
    case 'authentication':
    case 'permission':
    case 'billing':
      return 'next-channel'
  }
  switch (status) {
    case 429:
    case 529:
      return 'retry'
    case 503:
      if (worded) return 'retry'
      break
    case 401:
    case 402:
    case 403:
    case 404:
    case 407:
    // A redirect is not followed: it would take the credentials to somebody else. 303 is none of these: it says that the request was carried
    // out and that its answer is elsewhere.
    case 301:
    case 302:
    case 307:
    case 308:
      return 'next-channel'
  }
  return channel.retryOn.includes(status) ? 'retry' : 'final'
}
