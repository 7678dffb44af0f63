import type { Failure } from '@interlingua/core'

/** What a broken or silent connection to an upstream is to the client. The error's own text may name addresses: only its code is told. */
export function failureOfSocket(error: Error): Failure {
  const code = (error as { readonly code?: unknown }).code // errors of sockets carry one
  switch (code) {
    case 'UND_ERR_HEADERS_TIMEOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return { code: 'timeout', message: 'The upstream did not answer in time.', retryable: true, status: 504 }
    case 'UND_ERR_BODY_TIMEOUT':
      return { code: 'timeout', message: 'The upstream fell silent in the middle of its answer.', retryable: true, status: 504 }
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return { code: 'server', message: `The upstream could not be reached (${code}).`, retryable: true, status: 502 }
    default:
      return {
        code: 'truncated-stream',
        message: 'The connection to the upstream broke before its answer was complete.',
        retryable: true,
        status: 502,
      }
  }
}
