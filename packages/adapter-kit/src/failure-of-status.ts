import { codeOfStatus, type FailureCode } from '@interlingua/core'

/** What a status means where no word says more. One of success means nothing good here. */
export function failureOfStatus(status: number): FailureCode {
  return codeOfStatus(status) ?? (status >= 400 && status < 500 ? 'invalid-request' : 'server')
}
