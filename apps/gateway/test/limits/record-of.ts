import type { UsageRecord } from '@interlingua/store'

/** The record of a request that cost so much. */
export function recordOf(key: string, number: number, costMicros: number, at = 1): UsageRecord {
  return {
    id: `req_${number}`,
    at,
    key,
    operation: 'generate',
    model: 'm',
    format: 'chat',
    stream: false,
    status: 200,
    outcome: 'ok',
    attempts: 1,
    tokens: {},
    estimated: false,
    costMicros,
    millis: 1,
    notices: [],
  }
}
