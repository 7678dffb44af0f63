import { answerFailure } from './answer-failure.ts'
import type { Reply } from '../server/reply.ts'
import { type FailureReply, failureOfError, type ServeResult } from '@interlingua/gateway-kernel'
import { isInterlinguaError } from '@interlingua/core'
import { ResultsError } from '@interlingua/tasks'
import { StoreError } from '@interlingua/store'

/** Runs a step of a request: a failure that it returns, or an error that it throws, is the answer, and bugs of the gateway are logged. */
export function guard(reply: Reply, step: () => ServeResult): void {
  try {
    const served = step()
    if (served instanceof Promise) void guardPromise(reply, served)
    else if (served) answerFailure(reply, served)
  } catch (error) {
    refuseError(reply, error)
  }
}

/** Awaits a step. Never rejects. */
async function guardPromise(reply: Reply, served: Promise<FailureReply | void>): Promise<void> {
  try {
    const failureReply = await served
    if (failureReply) answerFailure(reply, failureReply)
  } catch (error) {
    refuseError(reply, error)
  }
}

/** Answers with a thrown error. Bugs of the gateway are logged with the place at which they were thrown. */
export function refuseError(reply: Reply, error: unknown): void {
  const { observer } = reply.client.gateway
  if (!isInterlinguaError(error))
    observer.event('error', 'request-failed', { id: reply.client.requestId, record: reply.client.id, stack: stackOf(error) })
  const failureReply = failureOfAny(error)
  answerFailure(reply, isPaid(reply) ? { ...failureReply, headers: { ...failureReply.headers, ...neverAgain } } : failureReply)
}

/** True if an upstream has worked for the request, so that a retry would cost the same again. */
function isPaid({ admitted, attempt }: Reply): boolean {
  return admitted !== undefined && admitted.attempts > 0 && attempt?.failover === undefined
}

function failureOfAny(error: unknown): FailureReply {
  if (error instanceof StoreError) return storeGone
  if (error instanceof ResultsError) return resultsFailures[error.reason]
  return failureOfError(error)
}

const storeGone = {
  failure: { code: 'overloaded', message: "The gateway's store is unavailable; try again.", retryable: true, status: 503 },
  status: 503,
} as const

/** Header that keeps clients from buying the work again by themselves. */
const neverAgain = { 'x-should-retry': 'false' } as const

const resultsFailures: Readonly<Record<ResultsError['reason'], FailureReply>> = {
  unavailable: {
    failure: { code: 'overloaded', message: "The gateway's storage of results is unavailable.", retryable: true, status: 503 },
    status: 503,
  },
  'too-large': {
    failure: { code: 'server', message: 'A result is larger than this gateway keeps.', retryable: false, status: 502 },
    status: 502,
  },
}

/** Stack of a bug without its message, which may quote content. */
function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return `${error.name} ${(error.stack ?? '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('')}`
}
