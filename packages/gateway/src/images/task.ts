import { type Channel, credentialOf, redactCredentialFailure, redactFailure } from '@interlingua/upstreams'
import type { GatewayState } from '../server/gateway-state.ts'
import { recordOf } from '../metering/record.ts'
import { requestUpstream, AttemptFailed } from '../operation/request-upstream.ts'
import { detachedAttempt, type Reply } from '../server/reply.ts'
import { requestTask, type Task, type TaskDriver } from '@interlingua/tasks'
import { settleAttempt } from '../calls/attempt.ts'
import type { UpstreamReply } from '../calls/read-reply.ts'
import { readBody, refusalOf } from './answer-images.ts'
import { failureDecoder, failureOfNone } from './failures.ts'
import { type ImageAttempt, imageRequestOf } from './image-attempt.ts'
import { type Grant, tokensOfUsage } from '@interlingua/access'
import { type Context, defaultPolicy, type Failure, isInterlinguaError, type JsonObject, parseDocument } from '@interlingua/core'
import type { ImageRequest, ImageResponse, ImageTasks, ImageUsage } from '@interlingua/images'
import type { UsageRecord } from '@interlingua/store'

/** Payload of an image task: the model and credential of its polls, and the usage record as far as known. */
interface ImageTaskPayload {
  readonly model: string
  /** Hash of the channel's key: only that key can see the task. */
  readonly credential: string
  readonly record: UsageRecord
}

/** Writes the payload. `index`: number of the task in its request; each has a record of its own. */
function writeTaskPayload(reply: Reply, model: string, credential: string, index: number): JsonObject {
  const known = recordOf(reply, reply.admitted?.grant.key?.id ?? '', 'ok', undefined, false)
  const record = index === 0 ? known : { ...known, id: `${known.id}_${index + 1}` }
  const payload: ImageTaskPayload = { model, credential, record }
  return parseDocument(JSON.stringify(payload)) as JsonObject // JSON without undefined values is an object
}

function readTaskPayload(payload: JsonObject): ImageTaskPayload {
  return payload as unknown as ImageTaskPayload // written by `writeTaskPayload`
}

/** Writes the result, which is small: upstreams with tasks give images by address. */
function writeTaskResult(response: ImageResponse): JsonObject {
  return parseDocument(JSON.stringify({ response })) as JsonObject // an answer is made of JSON
}

function readTaskResult(result: JsonObject): ImageResponse {
  return (result as unknown as { readonly response: ImageResponse }).response // written by `writeTaskResult`
}

const usual = { first: 3_000, next: 3_000 } as const

/** Driver of image tasks. */
export const imageTaskDriver: TaskDriver<GatewayState> = {
  timeoutMs: 10_000,
  interval({ polls }, { images }) {
    const { first, next } = images?.tasks?.interval ?? usual
    return polls === 0 ? first : next
  },
  async poll(task, place) {
    const { channel, host: gateway } = place
    const tasks = channel.images?.tasks
    if (tasks === undefined || readTaskPayload(task.payload).credential !== credentialOf(channel))
      return { state: 'unreachable', problem: 'the channel has changed' }
    const said = await requestTask(place, tasks.path(task.upstreamId))
    if (said.state !== 'answered') return said
    const polled = tasks.decodeTask(said.reply, contextOfTask(gateway, channel))
    switch (polled.state) {
      case 'queued':
      case 'running':
        return { state: polled.state }
      case 'succeeded': {
        const failure = failureOfNone(channel, polled.response.items)
        return failure ? { state: 'failed', failure } : { state: 'succeeded', result: writeTaskResult(polled.response) }
      }
      default:
        return { state: polled.state, failure: withoutOrigin(polled.failure, channel) }
    }
  },
  /** Writes the record when the task ends, since the client and the first process may be gone. A second write of the same record changes nothing. */
  async settling(task, { host: gateway, channel }) {
    const { record } = readTaskPayload(task.payload)
    if (record.key !== '') await gateway.store.usage.add([settledRecord(record, task, gateway, channel)])
  },
}

/** Usage of a task; undefined if it did not succeed. */
function usageOfTask({ state, result }: Task): ImageUsage | undefined {
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

/** Context for polls, whose notices are dropped. */
function contextOfTask({ newId, limits }: GatewayState, { generates, dialect }: Channel): Context {
  return { onNotice() {}, newId, now: Date.now, limits, policy: defaultPolicy, dialect: generates ? {} : dialect }
}

function withoutOrigin(upstreamFailure: Failure, { secrets }: Channel): Failure {
  const {
    raw: _raw,
    requestId: _id,
    extensions: _extensions,
    ...failure
  } = redactFailure(redactCredentialFailure(upstreamFailure), secrets)
  return failure.code === 'server' ? { ...failure, status: 502 } : failure
}

/** Milliseconds in which an upstream must make its images. */
const deadline = 600_000

/**
 * Makes images by a task of the upstream. The task is stored before it is submitted, and is never submitted twice; then any gateway process polls it,
 * whether the client waits or not. Rejects with `AttemptFailed` or a `StoreError`.
 */
export async function runImageTask(work: ImageAttempt, call: ImageRequest, tasks: ImageTasks, index: number): Promise<ImageResponse> {
  const { attempt, target } = work
  const { gateway } = attempt.admitted.client
  const { channel } = target
  const task = await gateway.tasks.create({
    owner: attempt.admitted.grant.key?.id ?? '',
    kind: 'image',
    channel: channel.name,
    payload: writeTaskPayload(attempt.reply, target.model, credentialOf(channel), index),
    deadline,
  })
  if (attempt.reply.ended) return forget(work, task.id)
  // The cost is in the task's own record, written by the process that settles the task.
  attempt.admitted.grant.unrecorded = true
  const upstreamId = await submit(work, call, tasks, task.id, index)
  settleAttempt(attempt)
  await gateway.tasks.submit(task.id, upstreamId)
  void chargeWhenSettled(gateway, task.id, attempt.admitted.grant.charge)
  const leaving = new AbortController()
  ;(attempt.reply.releases ??= []).push(() => leaving.abort(new Error('the client left')))
  const settled = await gateway.tasks.wait(task.id, leaving.signal)
  if (settled?.state === 'succeeded' && settled.result) return readTaskResult(settled.result)
  throw new AttemptFailed({ failureReply: { failure: settled?.failure ?? gone }, decision: 'final' })
}

/** Submits the task, and returns the upstream's id. A failed submit settles the task, and is not repeated. */
async function submit(work: ImageAttempt, call: ImageRequest, tasks: ImageTasks, id: string, index: number): Promise<string> {
  const { attempt, target, images, upstream } = work
  try {
    const reply = await requestUpstream(detachedAttempt(attempt), target, {
      request: imageRequestOf(target, images.encodeRequest(call, upstream)),
      decodeFailure: failureDecoder(work),
      final: false,
    })
    return readId(work, tasks, reply)
  } catch (error) {
    // A later task's failure leaves the records of the tasks before it.
    if (index === 0) delete attempt.admitted.grant.unrecorded
    // A client that left has no record yet, since the task was to write it.
    if (index === 0 && attempt.reply.ended) attempt.admitted.client.gateway.meter.keep(attempt.reply, 'cancelled', () => {})
    if (error instanceof AttemptFailed) {
      const { raw: _, ...failure } = error.refusal.failureReply.failure
      await attempt.admitted.client.gateway.tasks.settle(id, { state: 'failed', failure })
    }
    throw error
  }
}

function readId(work: ImageAttempt, tasks: ImageTasks, reply: UpstreamReply): string {
  const body = readBody(work, reply)
  try {
    return tasks.decodeSubmitted({ status: 200, headers: {}, body }, work.upstream)
  } catch (error) {
    throw isInterlinguaError(error) ? refusalOf(work, body, error) : error
  }
}

/** Charges the key's limits with the cost of the task, also after the client left. Never rejects; holds no part of the request. */
async function chargeWhenSettled(gateway: GatewayState, id: string, charge: Grant['charge']): Promise<void> {
  if (charge === undefined) return
  const task = await gateway.tasks.wait(id, new AbortController().signal).catch(() => undefined)
  const usage = task && usageOfTask(task)
  if (usage === undefined) return charge(0, 0)
  const { input = 0, output = 0 } = tokensOfUsage(usage)
  charge(input + output, gateway.prices.costOf(usage, task?.channel ?? '', readTaskPayload(task?.payload ?? {}).model) ?? 0)
}

/** Ends a task whose client left before the submit. */
async function forget({ attempt }: ImageAttempt, id: string): Promise<never> {
  await attempt.admitted.client.gateway.tasks.settle(id, { state: 'cancelled', failure: left })
  throw new AttemptFailed({ failureReply: { failure: left }, decision: 'final' })
}

const left: Failure = { code: 'cancelled', message: 'The client left before the task began.', retryable: false }
const gone: Failure = { code: 'server', message: 'The task is gone from the store.', retryable: false, status: 502 }
