import type { Usage } from '@interlingua/core'
import type { Channel } from '../channels/channel.ts'
import type { GatewayState } from '../gateway-state.ts'
import { addTokens } from '../metering/add-tokens.ts'
import type { MadeUsage } from '../metering/made-usage.ts'
import { tokensOfUsage } from '../metering/tokens-of-usage.ts'
import type { UsageRecord } from '../metering/usage-record.ts'
import type { Task } from '../tasks/task.ts'
import { readVideoPayload } from './video-documents.ts'

/** What a task cost; `undefined` where nothing came of it. */
export function usageOfVideo({ state, payload }: Task): MadeUsage | undefined {
  if (state !== 'succeeded') return undefined
  const { operations } = readVideoPayload(payload)
  const made = operations.filter((operation) => operation.state === 'succeeded')
  const videos = made.reduce((sum, { kept = [] }) => sum + kept.length, 0)
  const total = made.reduce<ReturnType<typeof tokensOfUsage>>(
    (sum, { usage }) => (usage === undefined ? sum : addTokens(sum, tokensOfUsage(usage))),
    {},
  )
  const tokens: Usage = {
    input: total.input === undefined ? {} : { total: total.input },
    output: total.output === undefined ? {} : { total: total.output },
  }
  return { ...tokens, videos }
}

/** The record of a task, as it will be. Twice the same is one. */
export function settledRecord(task: Task, gateway: GatewayState, channel: Channel | undefined): UsageRecord {
  const { record, upstreamModel } = readVideoPayload(task.payload)
  const usage = usageOfVideo(task)
  const cost = usage && gateway.prices.costOf(usage, channel?.name ?? task.channel, upstreamModel)
  return {
    ...record,
    channel: task.channel,
    upstreamModel,
    status: task.state === 'succeeded' ? 200 : 502,
    outcome: task.state === 'succeeded' ? 'ok' : (task.failure?.code ?? task.state),
    attempts: Math.max(1, record.attempts),
    tokens: usage ? tokensOfUsage(usage) : {},
    ...(cost !== undefined && { costMicros: cost }),
    millis: Math.max(record.millis, (task.settledAt ?? Date.now()) - record.at),
  }
}
