import type { Fault } from '../faults/fault.ts'

/** There is no room for another request, or another stream. */
export const gatewayFull: Fault = {
  failure: {
    code: 'overloaded',
    message: 'The gateway serves as many requests as it can; try again.',
    retryable: true,
    status: 503,
    retryAfterMs: 1000,
  },
  status: 503,
}
