import type { Fault } from '../faults/fault.ts'

/** A refusal that says after how many milliseconds to come again, in place of what it said; any other fault as it is. */
export function withTime(fault: Fault, millis: number): Fault {
  const { code } = fault.failure
  if (code !== 'rate-limit' && code !== 'overloaded') return fault
  const { 'retry-after-ms': _millis, ...headers } = fault.headers ?? {}
  const seconds = Math.max(1, Math.ceil(millis / 1000))
  return {
    ...fault,
    failure: { ...fault.failure, retryAfterMs: seconds * 1000 },
    headers: { ...headers, 'retry-after': String(seconds) },
  }
}
