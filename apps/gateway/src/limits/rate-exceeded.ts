import type { Fault } from '../faults/fault.ts'
import type { KeyLimits } from '../keys/api-key.ts'

/** Each limit in the words of those who meet it. */
const words: Readonly<Record<keyof KeyLimits, string>> = {
  requestsPerMinute: 'requests per minute',
  tokensPerMinute: 'tokens per minute',
  concurrentStreams: 'streams at once',
}

/** The key is over one of its limits, until `retryAfterMs` have passed. */
export function rateExceeded(which: keyof KeyLimits, limit: number, retryAfterMs: number): Fault {
  const message = `This API key is over its limit of ${limit} ${words[which]}.`
  // Whole seconds, as in the header: a client that waits by the one or the other waits long enough.
  const wait = Math.max(1, Math.ceil(retryAfterMs / 1000)) * 1000
  return { failure: { code: 'rate-limit', message, retryable: true, status: 429, retryAfterMs: wait } }
}
