import type { Usage } from '@interlingua/core'
import type { ImageUsage } from '@interlingua/images'
import type { Outcome } from '../outcome.ts'
import { addTokens } from './add-tokens.ts'
import { codesOfNotices } from './codes-of-notices.ts'
import type { PriceTable } from './price-table.ts'
import type { Spent } from './spent.ts'
import { tokensOfUsage } from './tokens-of-usage.ts'
import type { UsageRecord } from './usage-record.ts'
import { wholeCount } from './whole-count.ts'

type Draft = { -readonly [Key in keyof UsageRecord]: UsageRecord[Key] }

/** What is kept of a name that a caller made up. */
const longestName = 256
const mostNotices = 32
/** What logs write for a client that left before any answer. */
const clientLeft = 499

const nothing: Usage = { input: {}, output: {} }

/** The record of a request that is over. `keyId`: who pays. */
export function recordOfExchange(
  outcome: Outcome,
  keyId: string,
  result: string,
  usage: ImageUsage | undefined,
  estimated: boolean,
): UsageRecord {
  const { gateway, edge, endpoint, model = '', response, target, attempts, startedAt, firstByteAt } = outcome
  const millis = performance.now() - startedAt
  const record: Draft = {
    id: outcome.id,
    at: outcome.at,
    key: keyId,
    operation: endpoint?.operation ?? '',
    model: model.length <= longestName ? model : model.slice(0, longestName),
    format: endpoint?.dialect ?? edge.adapter.format,
    stream: outcome.stream === true,
    status: response.headersSent ? response.statusCode : clientLeft,
    outcome: result,
    attempts,
    tokens: tokensOfUsage(usage ?? nothing),
    estimated,
    millis: rounded(millis),
    notices: codesOfNotices(outcome.notices).slice(0, mostNotices),
  }
  const images = wholeCount(usage?.images)
  if (images !== undefined) record.images = images
  if (firstByteAt !== undefined) record.firstByteMillis = rounded(firstByteAt - startedAt)
  if (target === undefined || attempts === 0) return record
  record.channel = target.channel.name
  record.upstreamModel = target.model
  // What was refused or broke before an answer began is billed by nobody.
  const cost = usage === undefined ? undefined : gateway.prices.costOf(usage, target.channel.name, target.model)
  if (cost !== undefined) record.costMicros = cost
  if (outcome.spent) for (const spent of outcome.spent) addSpent(record, gateway.prices, spent)
  return record
}

function addSpent(record: Draft, prices: PriceTable, { target, usage }: Spent): void {
  record.tokens = addTokens(record.tokens, tokensOfUsage(usage))
  const cost = prices.costOf(usage, target.channel.name, target.model)
  if (cost !== undefined) record.costMicros = (record.costMicros ?? 0) + cost
}

function rounded(millis: number): number {
  return Math.round(millis * 100) / 100
}
