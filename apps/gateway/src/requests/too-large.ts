import type { Fault } from '../faults/fault.ts'

/** The body is over the cap, in bytes. */
export function tooLarge(limit: number): Fault {
  const message = `The request body is larger than the ${limit} bytes that this gateway takes.`
  return { failure: { code: 'too-large', message, retryable: false, status: 413 }, status: 413, close: true }
}
