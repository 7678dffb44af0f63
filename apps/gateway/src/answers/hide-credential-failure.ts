import type { Failure } from '@interlingua/core'

const hidden: Failure = { code: 'server', message: 'The upstream refused the credentials of this gateway.', retryable: false, status: 502 }

/** An upstream that refuses the gateway's own key, bill or rights is the gateway's trouble: to the client it is a bad gateway. */
export function hideCredentialFailure(failure: Failure, status?: number): Failure {
  if (status === 401 || status === 402 || status === 403 || status === 407) return hidden
  switch (failure.code) {
    case 'authentication':
    case 'permission':
    case 'billing':
      return hidden
    default:
      return failure
  }
}
