import { defaultPolicy, type Context, type Failure } from '@interlingua/core'
import type { ImageUsage } from '@interlingua/images'
import { redactCredentialFailure } from '../answers/redact-credential-failure.ts'
import { redactFailure } from '../answers/redact-failure.ts'
import { credentialOf } from '../caches/find-cache.ts'
import type { Channel } from '../channels/channel.ts'
import type { GatewayState } from '../gateway-state.ts'
import { tokensOfUsage } from '../metering/tokens-of-usage.ts'
import type { UsageRecord } from '../metering/usage-record.ts'
import { askAboutTask } from '../tasks/ask-about-task.ts'
import type { TaskDriver } from '../tasks/task-driver.ts'
import type { Task } from '../tasks/task.ts'
import { failureOfNone } from './failure-of-none.ts'
import { readTaskPayload, readTaskResult, writeTaskResult } from './image-task-documents.ts'

const usual = { first: 3_000, next: 3_000 } as const

/** Images that are made by tasks. */
export const imageTaskDriver: TaskDriver = {
  patience: 10_000,
  interval({ polls }, { paints }) {
    const { first, next } = paints?.tasks?.interval ?? usual
    return polls === 0 ? first : next
  },
  async poll(task, place) {
    const { channel, gateway } = place
    const tasks = channel.paints?.tasks
    if (tasks === undefined || readTaskPayload(task.payload).credential !== credentialOf(channel))
      return { state: 'unreachable', problem: 'the channel has changed' }
    const said = await askAboutTask(place, tasks.path(task.upstreamId))
    if (said.state !== 'answered') return said
    const told = tasks.decodeTask(said.reply, contextOfTask(gateway, channel))
    switch (told.state) {
      case 'queued':
      case 'running':
        return { state: told.state }
      case 'succeeded': {
        const failure = failureOfNone(channel, told.response.items)
        return failure ? { state: 'failed', failure } : { state: 'succeeded', result: writeTaskResult(told.response) }
      }
      default:
        return { state: told.state, failure: withoutOrigin(told.failure, channel) }
    }
  },
  /** The record is written here: the client may be gone, and the process that took its wish. Twice the same is one. */
  async settling(task, { gateway, channel }) {
    const { record } = readTaskPayload(task.payload)
    if (record.key !== '') await gateway.store.usage.add([settledRecord(record, task, gateway, channel)])
  },
}

/** What a task cost; `undefined` where nothing came of it. */
export function usageOfTask({ state, result }: Task): ImageUsage | undefined {
  if (state !== 'succeeded' || result === undefined) return undefined
  const { usage, items } = readTaskResult(result)
  return { input: {}, output: {}, ...usage, images: usage?.images ?? items.filter(({ type }) => type === 'image').length }
}

function settledRecord(record: UsageRecord, task: Task, gateway: GatewayState, channel: Channel | undefined): UsageRecord {
  const { model } = readTaskPayload(task.payload)
  const usage = usageOfTask(task)
  const cost = usage && gateway.prices.costOf(usage, channel?.name ?? task.channel, model)
  return {
    ...record,
    channel: task.channel,
    upstreamModel: model,
    status: task.state === 'succeeded' ? 200 : 502,
    outcome: task.state === 'succeeded' ? 'ok' : (task.failure?.code ?? task.state),
    attempts: Math.max(1, record.attempts),
    tokens: usage ? tokensOfUsage(usage) : {},
    ...(usage?.images !== undefined && { images: usage.images }),
    ...(cost !== undefined && { costMicros: cost }),
    millis: Math.max(record.millis, (task.settledAt ?? Date.now()) - record.at),
  }
}

/** Nobody is told what a look at a task finds. */
function contextOfTask({ newId, limits }: GatewayState, { generates, dialect }: Channel): Context {
  return { onNotice() {}, newId, now: Date.now, limits, policy: defaultPolicy, dialect: generates ? {} : dialect }
}

function withoutOrigin(told: Failure, { secrets }: Channel): Failure {
  const { raw: _raw, requestId: _id, extensions: _box, ...failure } = redactFailure(redactCredentialFailure(told), secrets)
  return failure.code === 'server' ? { ...failure, status: 502 } : failure
}
