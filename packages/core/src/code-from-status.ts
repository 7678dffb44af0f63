import type { FailureCode } from './failure.ts'

/** 498, 499 and 529 are vendors' own: no capacity in a tier, a client that left, an overload. */
const codes: Readonly<Record<number, FailureCode>> = {
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
  498: 'overloaded',
  499: 'cancelled',
  501: 'unsupported',
  503: 'overloaded',
  504: 'timeout',
  529: 'overloaded',
}

/**
 * Failure code for an HTTP status, where the document has no better one. `undefined` if the status says no more than its class (4xx, 5xx).
 */
export function codeFromStatus(status: number): FailureCode | undefined {
  return codes[status]
}
