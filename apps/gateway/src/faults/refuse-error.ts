import { isInterlinguaError } from '@interlingua/core'
import { answerFailure } from '../answers/answer-failure.ts'
import type { Exchange } from '../exchange.ts'
import { faultOfError } from './fault-of-error.ts'
import { ResultsError } from '../results/results-error.ts'
import { StoreError } from '../store/store-error.ts'
import type { Fault } from './fault.ts'

/** What was thrown, as the answer. What is nobody's fault but ours is in the log, by where it was thrown. */
export function refuseError(exchange: Exchange, error: unknown): void {
  const { log } = exchange.gateway
  if (!isInterlinguaError(error))
    log.write('error', 'request-failed', { id: exchange.requestId, record: exchange.id, stack: stackOf(error) })
  const fault = faultOf(error)
  answerFailure(exchange, isPaid(exchange) ? { ...fault, headers: { ...fault.headers, ...neverAgain } } : fault)
}

/** An upstream has worked for it, which would cost once more what it has cost. */
function isPaid({ attempts, failover }: Exchange): boolean {
  return attempts > 0 && failover === undefined
}

function faultOf(error: unknown): Fault {
  if (error instanceof StoreError) return storeGone
  if (error instanceof ResultsError) return resultsFaults[error.reason]
  return faultOfError(error)
}

const storeGone = {
  failure: { code: 'overloaded', message: "The gateway's store is unavailable; try again.", retryable: true, status: 503 },
  status: 503,
} as const

/** Clients must not buy it again by themselves. */
const neverAgain = { 'x-should-retry': 'false' } as const

const resultsFaults: Readonly<Record<ResultsError['reason'], Fault>> = {
  unavailable: {
    failure: { code: 'overloaded', message: "The gateway's storage of results is unavailable.", retryable: true, status: 503 },
    status: 503,
  },
  'too-large': {
    failure: { code: 'server', message: 'A result is larger than this gateway keeps.', retryable: false, status: 502 },
    status: 502,
  },
}

/** Where a bug of ours was. Not its message: that may quote content. */
function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return `${error.name} ${(error.stack ?? '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('')}`
}
