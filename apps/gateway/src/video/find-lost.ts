import { isInterlinguaError, defaultPolicy, type Context } from '@interlingua/core'
import type { ListedOperation } from '@interlingua/video'
import { createHash } from 'node:crypto'
import type { Channel } from '../channels/channel.ts'
import type { GatewayState } from '../gateway-state.ts'
import { askAboutTask } from '../tasks/ask-about-task.ts'
import { listOpenTasks } from '../tasks/list-open-tasks.ts'
import type { Task } from '../tasks/task.ts'
import { claimOperation, unclaimed } from './claim-operation.ts'
import { readVideoPayload } from './video-documents.ts'

/** Milliseconds before each look: some upstreams list late. */
const pauses = [500, 1_500, 3_000, 4_000] as const
/** Milliseconds by which the clocks of upstreams may be behind. */
const skew = 5_000
/** Milliseconds for one look. */
const patience = 10_000

/**
 * The operation that was begun for a task at this time and of which the answer was lost, found in the upstream's own list; `undefined` where
 * that cannot be told for sure: there is no list, nothing new in it, or more than one thing that it may be.
 */
export async function findLost(
  gateway: GatewayState,
  channel: Channel,
  task: Task,
  since: number,
  waits: readonly number[] = pauses,
): Promise<string | undefined> {
  if (channel.films?.list === undefined) return undefined
  const { documents } = gateway.store
  for (const pause of waits) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    const found = await look(gateway, channel, task, since)
    if (found !== undefined && (await claimOperation(documents, channel, found, task))) return found
  }
  return undefined
}

async function look(gateway: GatewayState, channel: Channel, task: Task, since: number): Promise<string | undefined> {
  const { films } = channel
  const context = lookingContext(gateway, channel)
  const question = films?.list?.(context)
  if (films?.decodeList === undefined || question === undefined) return undefined
  const { path, ...rest } = question
  const said = await askAboutTask({ gateway, channel, signal: AbortSignal.timeout(patience) }, path, rest)
  if (said.state !== 'answered') return undefined
  let listed: readonly ListedOperation[]
  try {
    listed = films.decodeList(said.reply, context)
  } catch (error) {
    if (isInterlinguaError(error)) return undefined
    throw error
  }
  const { upstreamModel, prompt } = readVideoPayload(task.payload)
  const fits = listed.filter(
    (one) =>
      // One of which nobody knows when it began may be anybody's.
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

/** Whether it may be another's of our own tasks that are just being submitted, or were lost as well. */
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

/** A prompt is not kept. */
export function markOfPrompt(prompt: string): string {
  return createHash('sha256').update(prompt.trim()).digest('hex').slice(0, 32)
}

/** Nobody is told what a look finds. */
export function lookingContext({ newId, limits }: GatewayState, { generates, dialect }: Channel): Context {
  return { onNotice() {}, newId, now: Date.now, limits, policy: defaultPolicy, dialect: generates ? {} : dialect }
}
