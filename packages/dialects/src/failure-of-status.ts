import type { FailureCode } from '@interlingua/core'

const byStatus: Readonly<Record<number, FailureCode>> = {
  400: 'invalid-request',
  401: 'authentication',
  402: 'billing',
  403: 'permission',
  404: 'not-found',
  408: 'timeout',
  409: 'conflict',
  412: 'precondition',
  413: 'too-large',
  422: 'unprocessable',
  429: 'rate-limit',
  499: 'cancelled',
  501: 'unsupported',
  503: 'overloaded',
  504: 'timeout',
  529: 'overloaded',
}

/** What a status means where no word says more. One of success means nothing good here. */
export function failureOfStatus(status: number): FailureCode {
  return byStatus[status] ?? (status >= 400 && status < 500 ? 'invalid-request' : 'server')
}
