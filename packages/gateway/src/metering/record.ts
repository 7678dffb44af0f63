import type { Admission, AttemptCost, Outcome } from './outcome.ts'
import { type PriceTable, tokensOfUsage, wholeCount } from '@interlingua/access'
import type { Notice, Usage } from '@interlingua/core'
import type { ImageUsage } from '@interlingua/images'
import type { UsageRecord, UsageTokens } from '@interlingua/store'
import { clientName } from './client-name.ts'
import { detailsOf } from './request-details.ts'

/** Codes of notices, each once, in their order. There are few, so a search in the list costs less than a set. */
export function codesOfNotices(notices: readonly Notice[]): readonly string[] {
  if (notices.length === 0) return none
  const codes: string[] = []
  for (const { code } of notices) if (!codes.includes(code)) codes.push(code)
  return codes
}

const none: readonly string[] = []

/** Adds two counts, bucket by bucket. */
export function addTokens(one: UsageTokens, other: UsageTokens): UsageTokens {
  const sum: Record<string, number> = { ...one }
  for (const [bucket, count] of Object.entries(other)) sum[bucket] = (sum[bucket] ?? 0) + count
  return sum
}

type Draft = { -readonly [Key in keyof UsageRecord]: UsageRecord[Key] }

/** Largest length of a model name that a record keeps, since callers make up names. */
const longestName = 256
const mostNotices = 32
/** Status in records for a client that left before any answer. */
const clientLeft = 499

const notAdmitted: Partial<Admission> = {}
const nothing: Usage = { input: {}, output: {} }

/** Record of a request that has ended. `keyId`: id of the key that pays. */
export function recordOf(outcome: Outcome, keyId: string, result: string, usage: ImageUsage | undefined, estimated: boolean): UsageRecord {
  const { client, admitted, attempt, response, firstByteAt } = outcome
  const { gateway, edge, endpoint, startedAt } = client
  const { model = '', stream = false, attempts = 0, attemptCosts = [] } = admitted ?? notAdmitted
  const target = attempt?.target
  const millis = performance.now() - startedAt
  const record: Draft = {
    id: client.id,
    at: client.at,
    key: keyId,
    operation: endpoint?.operation ?? '',
    model: model.length <= longestName ? model : model.slice(0, longestName),
    format: endpoint?.dialect ?? edge.adapter.format,
    stream,
    status: response.headersSent ? response.statusCode : clientLeft,
    outcome: result,
    attempts,
    tokens: tokensOfUsage(usage ?? nothing),
    estimated,
    millis: rounded(millis),
    notices: codesOfNotices(outcome.notices).slice(0, mostNotices),
  }
  const program = clientName(client.incoming.headers['user-agent'])
  if (program !== undefined) record.client = program
  const details = detailsOf(outcome, result)
  if (details) record.details = details
  const images = wholeCount(usage?.images)
  if (images !== undefined) record.images = images
  if (firstByteAt !== undefined) record.firstByteMillis = rounded(firstByteAt - startedAt)
  if (target === undefined || attempts === 0) return record
  record.channel = target.channel.name
  record.upstreamModel = target.model
  // A request that failed before an answer began is not billed.
  const cost = usage === undefined ? undefined : gateway.prices.costOf(usage, target.channel.name, target.model)
  if (cost !== undefined) record.costMicros = cost
  for (const call of attemptCosts) addAttemptCost(record, gateway.prices, call)
  return record
}

function addAttemptCost(record: Draft, prices: PriceTable, { target, usage }: AttemptCost): void {
  record.tokens = addTokens(record.tokens, tokensOfUsage(usage))
  const cost = prices.costOf(usage, target.channel.name, target.model)
  if (cost === undefined) {
    record.failedUnpriced = true
    return
  }
  record.costMicros = (record.costMicros ?? 0) + cost
  record.failedMicros = (record.failedMicros ?? 0) + cost
}

function rounded(millis: number): number {
  return Math.round(millis * 100) / 100
}
