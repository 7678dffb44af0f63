import type { Fault } from '../faults/fault.ts'

/** The key's budget is spent; `until` is when it is renewed, in milliseconds since the epoch. SDKs are told not to try again. */
export function budgetSpent(until: number | undefined): Fault {
  const renewal = until === undefined ? '' : ` until ${new Date(until).toISOString().slice(0, 19)}Z`
  return {
    failure: { code: 'billing', message: `The budget of this API key is spent${renewal}.`, retryable: false },
    headers: { 'x-should-retry': 'false' },
  }
}
