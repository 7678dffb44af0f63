import type { Target } from './channels/resolver.ts'
import { AuthorizationFailed } from './dispatch-signed.ts'
import { judgeFailure, type UpstreamFailure } from './retry-decision.ts'
import type { Failure } from '@interlingua/core'
import { credentialsRefused } from '@interlingua/gateway-kernel'

/** Error of a channel that may not be called now: its breaker is open, or its queue is full. */
export class ChannelUnavailable extends Error {
  override readonly name = 'ChannelUnavailable'
  readonly reason: 'paused' | 'refused' | 'full'

  constructor(reason: ChannelUnavailable['reason']) {
    super(`the channel is ${reason}`)
    this.reason = reason
  }
}

/** Error of an answer that took longer than its channel allows. */
export class AnswerTimeout extends Error {
  override readonly name = 'AnswerTimeout'
  readonly code = 'ANSWER_TIMEOUT'

  constructor() {
    super('the answer took too long')
  }
}

/**
 * Failure of a broken or silent connection to an upstream. Tells only the code of the error, whose text may name addresses. `sent`: there was a
 * connection to write to.
 */
export function failureOfSocket(error: Error, sent = true): Failure {
  if (error instanceof ChannelUnavailable) return unavailable[error.reason]
  if (error instanceof AuthorizationFailed) return noCredentials
  const code = (error as { readonly code?: unknown }).code // errors of sockets carry one
  switch (code) {
    case 'UND_ERR_HEADERS_TIMEOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return { code: 'timeout', message: 'The upstream did not answer in time.', retryable: true, status: 504 }
    case 'UND_ERR_BODY_TIMEOUT':
      return { code: 'timeout', message: 'The upstream stopped sending in the middle of its response.', retryable: true, status: 504 }
    case 'ANSWER_TIMEOUT':
      return { code: 'timeout', message: 'The upstream took too long for its whole answer.', retryable: true, status: 504 }
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return { code: 'server', message: `The upstream could not be reached (${code}).`, retryable: true, status: 502 }
    default:
      if (!sent) return { code: 'server', message: 'No connection to the upstream could be made.', retryable: true, status: 502 }
      return {
        code: 'truncated-stream',
        message: 'The connection to the upstream broke before its answer was complete.',
        retryable: true,
        status: 502,
      }
  }
}

const noCredentials: Failure = {
  code: 'server',
  message: "The gateway could not get its own credentials for this model's upstream.",
  retryable: true,
  status: 502,
}

const unavailable = {
  paused: {
    code: 'overloaded',
    message: 'The upstream for this model is unavailable. Retry after the time in retry-after.',
    retryable: true,
    status: 503,
  },
  full: { code: 'overloaded', message: "The queue for this model's upstream is full. Retry later.", retryable: true, status: 503 },
  refused: credentialsRefused,
} as const satisfies Record<ChannelUnavailable['reason'], Failure>

/**
 * Decides about a call without an answer. Before there was a connection no work can have been done; after a connection broke, also a kept-alive one,
 * the upstream may have read the request.
 */
export function failureOfCall({ channel }: Target, error: Error, sent: boolean): UpstreamFailure {
  const failure = failureOfSocket(error, sent)
  if (!(error instanceof ChannelUnavailable))
    return { failureReply: { failure }, decision: sent ? judgeFailure(channel, failure) : 'retry' }
  // A full queue was waited for already.
  const wait = error.reason === 'full' ? 1_000 : channel.circuit.openForMs()
  return { failureReply: { failure }, decision: 'next-channel', wait }
}
