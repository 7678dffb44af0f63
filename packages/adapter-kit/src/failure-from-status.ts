import type { FailureCode } from '@interlingua/core'
import { codeFromStatus } from '@interlingua/core/adapter'

/** Failure code of a status, where no word says more. A status of success counts as a failure of the server. */
export function failureFromStatus(status: number): FailureCode {
  return codeFromStatus(status) ?? (status >= 400 && status < 500 ? 'invalid-request' : 'server')
}
