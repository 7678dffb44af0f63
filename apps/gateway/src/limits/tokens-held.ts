import type { Fault } from '../faults/fault.ts'
import { patienceWithRunning } from './patience-with-running.ts'

/** The minute's tokens are not used up, but what is left of them is reserved for requests that run. */
export function tokensHeld(limit: number, left: number, wanted: number): Fault {
  const message =
    `This API key has ${Math.max(0, left)} of its ${limit} tokens per minute left beside what is reserved for its running requests, and this ` +
    `request may take up to ${wanted}: try again when these are done, or with a lower maximum of output tokens.`
  return { failure: { code: 'rate-limit', message, retryable: true, status: 429, retryAfterMs: patienceWithRunning } }
}
