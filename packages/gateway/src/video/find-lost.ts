import { isInterlinguaError, defaultPolicy, type Context } from '@interlingua/core'
import type { ListedOperation } from '@interlingua/video'
import { createHash } from 'node:crypto'
import type { Channel } from '@interlingua/upstreams'
import type { GatewayState } from '../server/gateway-state.ts'
import { requestTask, listOpenTasks, type Task } from '@interlingua/tasks'
import { claimOperation, unclaimed } from './idempotency-key.ts'
import { readVideoPayload } from './documents.ts'

/** Milliseconds before each look, since some upstreams list operations late. */
const pauses = [500, 1_500, 3_000, 4_000] as const
/** Milliseconds by which an upstream's clock may be behind. */
const skew = 5_000
/** Milliseconds for one look. */
const timeoutMs = 10_000

/**
 * Finds the operation of a task whose submit got no answer, in the upstream's own list. Undefined if that is not certain: no list, no new operation,
 * or more than one candidate.
 */
export async function findLost(
  gateway: GatewayState,
  channel: Channel,
  task: Task,
  since: number,
  waits: readonly number[] = pauses,
): Promise<string | undefined> {
  if (channel.video?.list === undefined) return undefined
  const { documents } = gateway.store
  for (const pause of waits) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    const found = await look(gateway, channel, task, since)
    if (found !== undefined && (await claimOperation(documents, channel, found, task))) return found
  }
  return undefined
}

async function look(gateway: GatewayState, channel: Channel, task: Task, since: number): Promise<string | undefined> {
  const { video } = channel
  const context = lookingContext(gateway, channel)
  const question = video?.list?.(context)
  if (video?.decodeList === undefined || question === undefined) return undefined
  const { path, ...rest } = question
  const said = await requestTask({ host: gateway, channel, signal: AbortSignal.timeout(timeoutMs) }, path, rest)
  if (said.state !== 'answered') return undefined
  let listed: readonly ListedOperation[]
  try {
    listed = video.decodeList(said.reply, context)
  } catch (error) {
    if (isInterlinguaError(error)) return undefined
    throw error
  }
  const { upstreamModel, prompt } = readVideoPayload(task.payload)
  const fits = listed.filter(
    (one) =>
      // Skips operations without a start time: they cannot be matched to this request.
      one.createdAt !== undefined &&
      one.createdAt * 1000 >= since - skew &&
      (one.model === undefined || one.model === upstreamModel) &&
      (one.prompt === undefined || markOfPrompt(one.prompt) === prompt),
  )
  const free = await unclaimed(
    gateway.store.documents,
    channel,
    fits.map(({ operation }) => operation),
  )
  return free.length > 1 || (await othersWait(gateway, channel, task, since)) ? undefined : free[0]
}

/** True if the operation may be another open task's: one that is just being submitted, or was lost as well. */
async function othersWait({ store }: GatewayState, channel: Channel, task: Task, since: number): Promise<boolean> {
  const open = await listOpenTasks(store.documents, channel.name)
  const near = open.filter(({ id, createdAt, kind }) => kind === 'video' && id !== task.id && createdAt >= since - channel.firstByteTimeout)
  const documents = await store.documents.getMany(
    'task',
    near.map(({ id }) => id),
    Date.now(),
  )
  const { upstreamModel } = readVideoPayload(task.payload)
  return documents.some(({ body }) => {
    const other = body as unknown as Pick<Task, 'state' | 'payload'> // written as a task
    const { expected, operations, upstreamModel: model } = readVideoPayload(other.payload)
    return model === upstreamModel && operations.length < expected && (other.state === 'created' || operations.length > 0)
  })
}

/** Hash of a prompt, by which a listed operation is recognized: prompts are not kept. */
export function markOfPrompt(prompt: string): string {
  return createHash('sha256').update(prompt.trim()).digest('hex').slice(0, 32)
}

/** Context for polls, whose notices are dropped. */
export function lookingContext({ newId, limits }: GatewayState, { generates, dialect }: Channel): Context {
  return { onNotice() {}, newId, now: Date.now, limits, policy: defaultPolicy, dialect: generates ? {} : dialect }
}
