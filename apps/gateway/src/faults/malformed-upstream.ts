import type { Fault } from './fault.ts'

/** The upstream said that all is well, and sent something that is no answer. */
export function malformedUpstream(did: string): Fault {
  return { failure: { code: 'malformed-upstream', message: `The upstream ${did}.`, retryable: true, status: 502 }, status: 502 }
}
