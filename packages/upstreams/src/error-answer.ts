import type { Channel } from './channels/channel.ts'
import { noteTrouble } from './note-trouble.ts'
import { redactFailure, redactHeaders, redactSecrets } from './redact/redact.ts'
import { judgeAnswer, type UpstreamFailure, type RetryDecision, timeToWait } from './retry-decision.ts'
import { type Context, defaultLimits, defaultPolicy, type Failure, isJsonObject, parseJson, type WireReply } from '@interlingua/core'
import { malformedUpstream } from '@interlingua/gateway-kernel'
import type { IncomingHttpHeaders } from 'node:http'

/** Error document of an upstream, without credentials of its channel. */
export interface ErrorAnswer {
  readonly upstreamFailure: Failure
  /** True if the body is a JSON object: errors of a proxy in front of the upstream rarely are. */
  readonly isDocument: boolean
  readonly decision: RetryDecision
  /** Milliseconds that the upstream wants callers to wait. */
  readonly wait: number | undefined
}

/**
 * Reads an answer with an error status. `decode` reads the error document of the dialect in which the upstream was called; a status that is neither
 * good nor an error is refused.
 */
export function readErrorAnswer(
  channel: Channel,
  status: number,
  headers: IncomingHttpHeaders,
  text: string,
  decode: (reply: WireReply<unknown>) => Failure,
): ErrorAnswer | UpstreamFailure {
  if (status < 400 || status > 599) {
    const failureReply = malformedUpstream(`answered with status ${status}`)
    noteTrouble(channel, failureReply.failure, status)
    return { failureReply, decision: judgeAnswer(channel, status, failureReply.failure, false) }
  }
  const body = parseJson(redactSecrets(text, channel.secrets))
  const isDocument = isJsonObject(body)
  const upstreamFailure = redactFailure(decode({ status, headers: redactHeaders(headers, channel.secrets), body }), channel.secrets)
  noteTrouble(channel, upstreamFailure, status)
  const wait = timeToWait(headers, upstreamFailure)
  return { upstreamFailure, isDocument, wait, decision: judgeAnswer(channel, status, upstreamFailure, wait !== undefined || isDocument) }
}

/** Reads an error answer as the format of a channel spells it, for calls beside its requests. */
export function readChannelError(
  channel: Channel,
  status: number,
  headers: IncomingHttpHeaders,
  text: string,
): ErrorAnswer | UpstreamFailure {
  const { adapter } = channel.edge
  const context: Context = {
    onNotice: () => {},
    newId: (prefix) => prefix,
    now: Date.now,
    limits: defaultLimits,
    policy: defaultPolicy,
    dialect: channel.dialect,
  }
  return readErrorAnswer(channel, status, headers, text, (reply) => adapter.decodeFailure(adapter.parseFailure(reply), context))
}
