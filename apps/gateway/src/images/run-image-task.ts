import { isInterlinguaError, type Failure } from '@interlingua/core'
import type { ImageRequest, ImageResponse, ImageTasks } from '@interlingua/images'
import { askUpstream } from '../operations/ask-upstream.ts'
import { AttemptFailed } from '../operations/attempt-failed.ts'
import type { Reply } from '../upstreams/collect-reply.ts'
import { settleAttempt } from '../upstreams/settle-attempt.ts'
import { credentialOf } from '../caches/find-cache.ts'
import type { Exchange } from '../exchange.ts'
import type { GatewayState } from '../gateway-state.ts'
import { tokensOfUsage } from '../metering/tokens-of-usage.ts'
import { detachedExchange } from './detached-exchange.ts'
import { failureDecoder } from './failure-decoder.ts'
import type { ImageAttempt } from './image-attempt.ts'
import { imageRequestOf } from './image-request-of.ts'
import { usageOfTask } from './image-task-driver.ts'
import { readTaskPayload, readTaskResult, writeTaskPayload } from './image-task-documents.ts'
import { readBody, refusalOf } from './read-images.ts'

/** Milliseconds in which an upstream makes its images. */
const deadline = 600_000

/**
 * Images of an upstream that makes them later. The task is written down before it is asked for, and is never asked for twice; from then on
 * whichever gateway comes first asks after it, whether the client waits or not. Rejects with `AttemptFailed`, and with a `StoreError`.
 */
export async function runImageTask(attempt: ImageAttempt, call: ImageRequest, tasks: ImageTasks, index: number): Promise<ImageResponse> {
  const { exchange, target } = attempt
  const { gateway } = exchange
  const { channel } = target
  const task = await gateway.tasks.create({
    owner: exchange.key?.id ?? '',
    kind: 'image',
    channel: channel.name,
    payload: writeTaskPayload(exchange, target.model, credentialOf(channel), index),
    deadline,
  })
  if (exchange.over) return forget(attempt, task.id)
  // What it costs is in the record that is written when it is settled, by whoever settles it.
  exchange.unrecorded = true
  const upstreamId = await submit(attempt, call, tasks, task.id, index)
  settleAttempt(exchange)
  await gateway.tasks.submit(task.id, upstreamId)
  void chargeWhenSettled(gateway, task.id, exchange.charge)
  const leaving = new AbortController()
  ;(exchange.releases ??= []).push(() => leaving.abort(new Error('the client left')))
  const settled = await gateway.tasks.wait(task.id, leaving.signal)
  if (settled?.state === 'succeeded' && settled.result) return readTaskResult(settled.result)
  throw new AttemptFailed({ fault: { failure: settled?.failure ?? gone }, decision: 'final' })
}

/** The upstream's name of the task. Where it is refused there is none; where nobody knows, it is never asked for again. */
async function submit(attempt: ImageAttempt, call: ImageRequest, tasks: ImageTasks, id: string, index: number): Promise<string> {
  const { exchange, target, paints, upstream } = attempt
  try {
    const reply = await askUpstream(detachedExchange(exchange), target, {
      request: imageRequestOf(target, paints.encodeRequest(call, upstream)),
      decodeFailure: failureDecoder(attempt),
      final: false,
    })
    return readId(attempt, tasks, reply)
  } catch (error) {
    // Tasks before this one have their records.
    if (index === 0) delete exchange.unrecorded
    // Its end was not recorded for the sake of a task that there is not.
    if (index === 0 && exchange.over) exchange.gateway.meter.keep(exchange, 'cancelled', () => {})
    if (error instanceof AttemptFailed) {
      const { raw: _, ...failure } = error.refusal.fault.failure
      await exchange.gateway.tasks.settle(id, { state: 'failed', failure })
    }
    throw error
  }
}

function readId(attempt: ImageAttempt, tasks: ImageTasks, reply: Reply): string {
  const body = readBody(attempt, reply)
  try {
    return tasks.decodeSubmitted({ status: 200, headers: {}, body }, attempt.upstream)
  } catch (error) {
    throw isInterlinguaError(error) ? refusalOf(attempt, body, error) : error
  }
}

/** The key's limits know of the cost also where nobody waits any more. Never rejects; holds nothing of the wish. */
async function chargeWhenSettled(gateway: GatewayState, id: string, charge: Exchange['charge']): Promise<void> {
  if (charge === undefined) return
  const task = await gateway.tasks.wait(id, new AbortController().signal).catch(() => undefined)
  const usage = task && usageOfTask(task)
  if (usage === undefined) return charge(0, 0)
  const { input = 0, output = 0 } = tokensOfUsage(usage)
  charge(input + output, gateway.prices.costOf(usage, task?.channel ?? '', readTaskPayload(task?.payload ?? {}).model) ?? 0)
}

/** The client left before anything was sent. */
async function forget({ exchange }: ImageAttempt, id: string): Promise<never> {
  await exchange.gateway.tasks.settle(id, { state: 'cancelled', failure: left })
  throw new AttemptFailed({ fault: { failure: left }, decision: 'final' })
}

const left: Failure = { code: 'cancelled', message: 'The client left before the task began.', retryable: false }
const gone: Failure = { code: 'server', message: 'The task is gone from the store.', retryable: false, status: 502 }
