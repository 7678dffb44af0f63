import type { Failure } from '@interlingua/core'
import { credentialsRefused } from './credentials-refused.ts'
import { ChannelUnavailable } from '../upstreams/channel-unavailable.ts'
import { AuthorizationFailed } from '../upstreams/dispatch-signed.ts'

/**
 * What a broken or silent connection to an upstream is to the client. The error's own text may name addresses: only its code is told. `sent`:
 * there was a connection to write to.
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
      return { code: 'timeout', message: 'The upstream fell silent in the middle of its answer.', retryable: true, status: 504 }
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
  paused: { code: 'overloaded', message: 'The upstream of this model does not work now; try again soon.', retryable: true, status: 503 },
  full: { code: 'overloaded', message: 'Too many requests wait for the upstream of this model; try again.', retryable: true, status: 503 },
  refused: credentialsRefused,
} as const satisfies Record<ChannelUnavailable['reason'], Failure>
