import type { UsageRecord } from '../metering/usage-record.ts'
import type { Value } from './database.ts'

/** A usage record as the values of `usageColumns`. One literal: it is made for each request. */
export function rowOfRecord(record: UsageRecord): readonly Value[] {
  const { tokens, notices } = record
  return [
    record.at,
    record.id,
    record.key,
    record.operation,
    record.model,
    record.format,
    record.channel ?? null,
    record.upstreamModel ?? null,
    record.stream ? 1 : 0,
    record.status,
    record.outcome,
    record.attempts,
    tokens.input ?? null,
    tokens.fresh ?? null,
    tokens.cacheRead ?? null,
    tokens.cacheWrite ?? null,
    tokens.toolUse ?? null,
    tokens.output ?? null,
    tokens.reasoning ?? null,
    record.estimated ? 1 : 0,
    record.costMicros ?? null,
    record.millis,
    record.firstByteMillis ?? null,
    notices.length === 0 ? null : notices.join(' '),
    record.images ?? null,
  ]
}
