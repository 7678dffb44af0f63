import { isInterlinguaError } from '@interlingua/core'
import { answerFailure } from '../answers/answer-failure.ts'
import type { Exchange } from '../exchange.ts'
import { faultOfError } from './fault-of-error.ts'
import { StoreError } from '../store/store-error.ts'

/** What was thrown, as the answer. What is nobody's fault but ours is in the log, by where it was thrown. */
export function refuseError(exchange: Exchange, error: unknown): void {
  const { log } = exchange.gateway
  if (!isInterlinguaError(error))
    log.write('error', 'request-failed', { id: exchange.requestId, record: exchange.id, stack: stackOf(error) })
  answerFailure(exchange, error instanceof StoreError ? storeGone : faultOfError(error))
}

const storeGone = {
  failure: { code: 'overloaded', message: 'The gateway cannot reach its store; try again.', retryable: true, status: 503 },
  status: 503,
} as const

/** Where a bug of ours was. Not its message: that may quote content. */
function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return `${error.name} ${(error.stack ?? '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('')}`
}
