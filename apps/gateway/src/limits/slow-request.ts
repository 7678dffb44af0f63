import type { Fault } from '../faults/fault.ts'

/** The client does not send the rest of its request. */
export const slowRequest: Fault = {
  failure: { code: 'invalid-request', message: 'The rest of the request did not come in time.', retryable: true, status: 408 },
  status: 408,
  close: true,
}
