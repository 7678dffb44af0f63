import type { Channel } from './channels/channel.ts'
import { noteTrouble } from './note-trouble.ts'
import type { Failure } from '@interlingua/core'
import type { FailureReply } from '@interlingua/gateway-kernel'
import type { IncomingHttpHeaders } from 'node:http'

/** Counts a failure of an answer that began well for the breaker, unless the upstream is not to blame. */
export function recordFailure(channel: Channel, failure: Failure): void {
  noteTrouble(channel, failure)
  switch (failure.code) {
    case 'server':
    case 'overloaded':
    case 'timeout':
    case 'malformed-upstream':
    case 'truncated-stream':
      channel.circuit.fail('call')
  }
}

/**
 * Next step after a failed attempt. `retry`: no work was done, and the same channel may be called again; `next-channel`: no work was done, but this
 * channel would fail the same way; `final`: work may have been done, or the request is wrong everywhere.
 */
export type RetryDecision = 'retry' | 'next-channel' | 'final'

/** Failure of a call as the client would be told, with the decision about the next step. */
export interface UpstreamFailure {
  readonly failureReply: FailureReply
  readonly decision: RetryDecision
  /** Milliseconds for which the upstream asks not to be called. Absent: it names none. */
  readonly wait?: number | undefined
}

/** Decides about a retry after a failure without an answer: of the connection, or within a stream of which the client has seen no event. */
export function judgeFailure(channel: Channel, { code }: Failure): RetryDecision {
  switch (code) {
    case 'rate-limit':
    case 'overloaded':
      return 'retry'
    case 'authentication':
    case 'permission':
    case 'billing':
      return 'next-channel'
    case 'timeout':
      return channel.retryAlsoOn.includes('timeout') ? 'retry' : 'final'
    case 'truncated-stream':
      return channel.retryAlsoOn.includes('connection-error') ? 'retry' : 'final'
    default:
      return 'final'
  }
}

/**
 * Decides about a retry after an error status. Rate limits, overloads, refused credentials and missing models come before any work; another 5xx may
 * come after it. `worded`: the error is the format's own document, or names a retry time; a bare 503 may be a proxy's that lost the upstream in the
 * middle of its work.
 */
export function judgeAnswer(channel: Channel, status: number, failure: Failure, worded: boolean): RetryDecision {
  switch (failure.code) {
    case 'authentication':
    case 'permission':
    case 'billing':
      return 'next-channel'
  }
  switch (status) {
    case 429:
    case 529:
      return 'retry'
    case 503:
      if (worded) return 'retry'
      break
    case 401:
    case 402:
    case 403:
    case 404:
    case 407:
    // Redirects are not followed, since they would take the credentials to another host. 303 is left out: it means that the work was done, and the
    // answer is elsewhere.
    case 301:
    case 302:
    case 307:
    case 308:
      return 'next-channel'
  }
  return channel.retryAlsoOn.includes(status) ? 'retry' : 'final'
}

/** Milliseconds that an upstream asks for before the next request: in a header as a number or a date, or in its error; undefined if it names none. */
export function timeToWait(headers: IncomingHttpHeaders, { retryAfterMs }: Failure): number | undefined {
  const { 'retry-after-ms': millis, 'retry-after': text } = headers
  if (typeof millis === 'string' && number.test(millis)) return within(Number(millis))
  if (text !== undefined && number.test(text)) return within(Number(text) * 1000)
  const date = text !== undefined && dated.test(text) ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(date)) return within(date - Date.now())
  return retryAfterMs === undefined ? undefined : within(retryAfterMs)
}

/** Pattern of dates in HTTP, which begin with a day of the week; `Date.parse` takes much other text for a date. */
const dated = /^[A-Z][a-z]{2}/

const number = /^\d+(?:\.\d+)?$/
/** Longest wait in milliseconds, a day; longer ones are cut. */
const longest = 86_400_000

function within(millis: number): number {
  return Math.min(longest, Math.max(0, millis))
}
