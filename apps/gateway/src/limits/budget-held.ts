import type { Fault } from '../faults/fault.ts'
import { spellMicros } from '../metering/spell-micros.ts'
import { patienceWithRunning } from './patience-with-running.ts'

/** The budget is not spent, but what is left of it is reserved for requests that run: it may be there again when these end. */
export function budgetHeld(left: number, wanted: number): Fault {
  const message =
    `The budget of this API key has ${spellMicros(Math.max(0, left))} left beside what is reserved for its running requests, and this ` +
    `request may cost up to ${spellMicros(wanted)}: try again when these are done, or with a lower maximum of output tokens.`
  return { failure: { code: 'rate-limit', message, retryable: true, status: 429, retryAfterMs: patienceWithRunning } }
}
