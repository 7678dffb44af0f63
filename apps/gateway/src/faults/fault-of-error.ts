import { isInterlinguaError } from '@interlingua/core'
import type { Fault } from './fault.ts'
import { invalidRequest } from '../requests/invalid-request.ts'

/** What a thrown error is to the client: nonsense in the request is its own affair, anything else is ours and is not told. */
export function faultOfError(error: unknown): Fault {
  if (isInterlinguaError(error)) return invalidRequest(error.message, error.path)
  return { failure: { code: 'server', message: 'The gateway failed on this request.', retryable: false, status: 500 } }
}
