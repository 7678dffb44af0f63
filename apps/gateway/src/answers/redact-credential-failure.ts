import type { Failure } from '@interlingua/core'
import { credentialsRefused } from '../faults/credentials-refused.ts'

/** An upstream that refuses the gateway's own key, bill or rights is the operator's trouble, and told as such. */
export function redactCredentialFailure(failure: Failure, status?: number): Failure {
  if (status === 401 || status === 402 || status === 403 || status === 407) return credentialsRefused
  switch (failure.code) {
    case 'authentication':
    case 'permission':
    case 'billing':
      return credentialsRefused
    default:
      return failure
  }
}
