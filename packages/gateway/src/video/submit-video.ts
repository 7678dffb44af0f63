import { answerJson } from '../reply/write-reply.ts'
import {
  credentialOf,
  failureOfSocket,
  judgeFailure,
  redactAnswer,
  redactCredentialFailure,
  redactFailure,
  type UpstreamFailure,
  failureOfCall,
} from '@interlingua/upstreams'
import type { AdmittedRequest } from '../server/client-request.ts'
import type { GatewayState } from '../server/gateway-state.ts'
import { imageRequestOf } from '../images/image-attempt.ts'
import { expectVideos } from '../operation/expect.ts'
import { recordOf } from '../metering/record.ts'
import { AttemptFailed } from '../operation/request-upstream.ts'
import { admitOperation, serveOperation } from '../operation/serve-operation.ts'
import type { Attempt, Reply } from '../server/reply.ts'
import { callAttempt, settleAttempt } from '../calls/attempt.ts'
import { changeTask, retryUntilDone, type Task } from '@interlingua/tasks'
import { collectReply, type UpstreamReply } from '../calls/read-reply.ts'
import { readUpstreamFailure } from '../calls/refuse-answer.ts'
import { readVideoPayload, usageOfVideo, writeVideoPayload } from './documents.ts'
import { notice, redactVideoFailure } from './failures.ts'
import { findLost, markOfPrompt } from './find-lost.ts'
import { claimOperation } from './idempotency-key.ts'
import { pollScheduleOf, viewTask } from './lookup.ts'
import { prepareVideo } from './prepare-video.ts'
import { reserveRequest } from './reserve-request.ts'
import type { VideoAttempt, VideoStyle } from './video-attempt.ts'
import { type Grant, tokensOfUsage } from '@interlingua/access'
import { type Failure, isInterlinguaError, isJsonObject, type JsonObject, parseJson, placeByChange } from '@interlingua/core'
import { type FailureReply, malformedUpstream } from '@interlingua/gateway-kernel'
import type { VideoRequest } from '@interlingua/video'

/** Outcome of a submit. */
type Submission =
  | { readonly outcome: 'taken'; readonly operation: string }
  /** Refused by the upstream, or never sent: no video is made. */
  | { readonly outcome: 'refused'; readonly refusal: UpstreamFailure }
  /** Unknown: the video may be in the making, so the operation must never be sent again. */
  | { readonly outcome: 'unknown'; readonly failureReply: FailureReply }

/** Statuses of proxies that lost the upstream in the middle of its work. */
const lost: ReadonlySet<number> = new Set([500, 502, 504, 520, 522, 524])

/** Submits one operation, once. `attempt`: detached, so that a client that leaves ends no call. Never rejects. */
function submitOnce(attempt: Attempt, work: VideoAttempt, operation: VideoRequest): Promise<Submission> {
  const { target, video, context } = work
  const { channel } = target
  return new Promise((resolve) => {
    callAttempt(
      attempt,
      imageRequestOf(target, video.encodeSubmit(operation, context)),
      (status, headers) =>
        collectReply(
          attempt,
          headers,
          (reply) => {
            if (status >= 200 && status <= 299)
              return resolve('failure' in reply ? { outcome: 'unknown', failureReply: reply } : readTaken(work, reply))
            const refusal = readUpstreamFailure(attempt, target, status, headers, reply, video.decodeFailure, false)
            if (isLost(status, reply)) return resolve({ outcome: 'unknown', failureReply: refusal.failureReply })
            if (refusal.decision === 'retry' && refusal.wait !== undefined) channel.circuit.coolDown(refusal.wait)
            // Retries after server errors are configured for cheap requests, and a second video would cost much.
            const decision = refusal.decision === 'retry' && status >= 500 && status !== 503 && status !== 529 ? 'final' : refusal.decision
            const failureReply = {
              ...refusal.failureReply,
              failure: redactVideoFailure(placeRefusal(refusal.failureReply.failure, work, operation), channel),
            }
            resolve({ outcome: 'refused', refusal: { ...refusal, failureReply, decision } })
          },
          () => attempt.call?.abort(new Error('the answer is too large')),
        ),
      (error, sent) =>
        resolve(
          sent
            ? { outcome: 'unknown', failureReply: { failure: failureOfSocket(error, true) } }
            : { outcome: 'refused', refusal: failureOfCall(target, error, false) },
        ),
    )
  })
}

/** Moves a refusal from the upstream's field to the caller's. */
function placeRefusal(failure: Failure, { video, context }: VideoAttempt, operation: VideoRequest): Failure {
  return placeByChange(failure, operation, (changed) => video.encodeSubmit(changed, context).body)
}

/**
 * True if the answer does not tell the outcome: a proxy's page, or another gateway's 502, is no word of the upstream; an error document with status
 * 500 is.
 */
function isLost(status: number, reply: UpstreamReply | FailureReply): boolean {
  if ('failure' in reply) return status >= 500
  if (!lost.has(status)) return false
  return status !== 500 || !isJsonObject(parseJson(reply.bytes.toString('utf8')))
}

function readTaken({ video, context, target: { channel } }: VideoAttempt, { bytes }: UpstreamReply): Submission {
  const body = parseJson(redactAnswer(bytes, channel.secrets).toString('utf8'))
  const reply = { status: 200, headers: {}, body }
  try {
    return { outcome: 'taken', operation: video.decodeSubmitted(reply, context) }
  } catch (error) {
    if (!isInterlinguaError(error)) throw error
    // Some servers answer with status 200 always.
    if (isJsonObject(body) && (isJsonObject(body['error']) || (typeof body['code'] === 'string' && body['code'] !== 'success'))) {
      const { raw: _raw, status: _status, ...upstreamFailure } = redactFailure(video.decodeFailure(reply, context), channel.secrets)
      const failure = redactVideoFailure(redactCredentialFailure(upstreamFailure), channel)
      return { outcome: 'refused', refusal: { failureReply: { failure }, decision: judgeFailure(channel, upstreamFailure) } }
    }
    return { outcome: 'unknown', failureReply: malformedUpstream('sent an answer that its format does not allow') }
  }
}

/** Milliseconds after which no further operation of a request is begun, and milliseconds in which an upstream gives up an expired one. */
const longestSubmission = 120_000
const grace = 60_000

/**
 * Submits a request, and answers once all operations that were taken are stored. The task is stored before the upstream is called, no operation is
 * sent twice, and a client that leaves ends nothing. Rejects with `AttemptFailed` or a `StoreError`.
 */
async function submitVideo(work: VideoAttempt): Promise<void> {
  const { idempotencyKey } = work
  const submitting = (): Promise<void> => submit(work)
  return idempotencyKey === undefined ? submitting() : idempotencyKey.busy(submitting)
}

async function submit(work: VideoAttempt): Promise<void> {
  const { attempt, operations, idempotencyKey } = work
  const { gateway } = attempt.admitted.client
  const task = await createTask(work)
  await idempotencyKey?.point(task.id)
  if (attempt.reply.ended) return void (await gateway.tasks.settle(task.id, { state: 'cancelled', failure: left }))
  // The cost is in the task's own record, written by the process that settles the task.
  attempt.admitted.grant.unrecorded = true
  const [first, ...others] = operations
  const began = performance.now()
  const taken = await submitFirst(work, task, first)
  idempotencyKey?.keep()
  settleAttempt(attempt)
  const payload = { ...readVideoPayload(task.payload), operations: [{ id: taken }] }
  const known = await gateway.tasks.submit(task.id, taken, writeVideoPayload(payload))
  void chargeWhenSettled(gateway, task.id, attempt.admitted.grant.charge)
  for (const operation of others) {
    const submission = performance.now() - began > longestSubmission ? undefined : await submitOperation(work, task, operation)
    if (submission?.outcome !== 'taken') {
      attempt.admitted.onNotice(notice('fewer-videos', ''))
      await changePayload(gateway, task.id, (now) => ({ ...now, expected: now.operations.length }))
      break
    }
    const added = { id: submission.operation }
    await changePayload(gateway, task.id, (now) => ({ ...now, operations: [...now.operations, added] }))
  }
  if (!attempt.reply.ended) answerJson(attempt.reply, work.style.encode(await viewTask(known ?? task, attempt.admitted.client), work.body))
}

function createTask({ attempt, target, video, model, prompt, asked, operations, expiresAfter }: VideoAttempt): Promise<Task> {
  const { channel } = target
  const owner = attempt.admitted.grant.key?.id ?? ''
  return attempt.admitted.client.gateway.tasks.create({
    owner,
    kind: 'video',
    channel: channel.name,
    payload: writeVideoPayload({
      family: model.family,
      model: attempt.admitted.model ?? target.model,
      upstreamModel: target.model,
      format: video.format,
      credential: credentialOf(channel),
      hidden: channel.hostResults,
      prompt: markOfPrompt(prompt),
      asked,
      expected: operations.length,
      operations: [],
      record: recordOf(attempt.reply, owner, 'ok', undefined, false),
    }),
    deadline: expiresAfter === undefined ? pollScheduleOf(channel, video).deadline : expiresAfter * 1000 + grace,
  })
}

/** Submits the first operation, and returns its id at the upstream. A refusal fails the task. */
async function submitFirst(work: VideoAttempt, task: Task, operation: VideoRequest | undefined): Promise<string> {
  const { attempt, idempotencyKey } = work
  if (operation === undefined) throw new TypeError('a request without an operation')
  const submission = await submitOperation(work, task, operation)
  switch (submission.outcome) {
    case 'taken':
      return submission.operation
    case 'unknown':
      idempotencyKey?.keep()
      void chargeWhenSettled(attempt.admitted.client.gateway, task.id, attempt.admitted.grant.charge)
      // The task stays until its deadline: the operation may be found, and may cost money.
      throw new AttemptFailed({ failureReply: neverAgain(submission.failureReply), decision: 'final' })
    case 'refused': {
      delete attempt.admitted.grant.unrecorded
      // A client that left has no record yet, since the task was to write it.
      if (attempt.reply.ended) attempt.admitted.client.gateway.meter.keep(attempt.reply, 'cancelled', () => {})
      const { raw: _, ...failure } = submission.refusal.failureReply.failure
      await attempt.admitted.client.gateway.tasks.settle(task.id, { state: 'failed', failure })
      throw new AttemptFailed(submission.refusal)
    }
  }
}

async function submitOperation(work: VideoAttempt, task: Task, operation: VideoRequest): Promise<Submission> {
  const { attempt, target } = work
  const { gateway } = attempt.admitted.client
  const since = Date.now()
  const submission = await submitOnce(detachedVideo(attempt), work, operation)
  if (submission.outcome === 'taken') {
    // Claimed, so that a search for a lost operation does not take this one.
    await retryUntilDone(() => claimOperation(gateway.store.documents, target.channel, submission.operation, task))
    return submission
  }
  if (submission.outcome === 'refused') return submission
  const found = await findLost(gateway, target.channel, task, since)
  return found === undefined ? submission : { outcome: 'taken', operation: found }
}

async function changePayload(
  { store }: GatewayState,
  id: string,
  edit: (payload: ReturnType<typeof readVideoPayload>) => ReturnType<typeof readVideoPayload>,
): Promise<void> {
  await retryUntilDone(() =>
    changeTask(store.documents, id, (task) => ({ ...task, payload: writeVideoPayload(edit(readVideoPayload(task.payload))) })),
  )
}

function neverAgain(failureReply: FailureReply): FailureReply {
  const { failure } = failureReply
  const gone = failure.status !== undefined && failure.status >= 500 ? failure : { ...failure, status: 502 }
  return { ...failureReply, failure: { ...gone, retryable: false }, headers: { ...failureReply.headers, 'x-should-retry': 'false' } }
}

const left = { code: 'cancelled', message: 'The client left before the task began.', retryable: false } as const

/** Charges the key's limits with the cost of a task once it is settled. Never rejects; holds no part of the request. */
async function chargeWhenSettled({ tasks, prices }: GatewayState, id: string, charge: Grant['charge']): Promise<void> {
  if (charge === undefined) return
  const task = await tasks.wait(id, new AbortController().signal).catch(() => undefined)
  const usage = task && usageOfVideo(task)
  if (task === undefined || usage === undefined) return charge(0, 0)
  const { input = 0, output = 0 } = tokensOfUsage(usage)
  charge(input + output, prices.costOf(usage, task.channel, readVideoPayload(task.payload).upstreamModel) ?? 0)
}

/** Attempt for calls that go on whether the client waits or not. */
function detachedVideo({ admitted, reply, target }: Attempt): Attempt {
  const response = Object.create(reply.response, { destroyed: { value: false } }) as Reply['response'] // inherits all members of the response
  return { admitted, target, reply: { ...reply, response, releases: [], ended: false } }
}

/** Submits a request to one of the channels that have the model. Rejects with a `StoreError`. */
export async function submitRequest(
  admitted: AdmittedRequest,
  reply: Reply,
  model: string,
  body: JsonObject,
  style: VideoStyle,
): Promise<FailureReply | void> {
  const targets = admitOperation(admitted, { model, capability: 'video', format: style.format })
  if ('failure' in targets) return targets
  const claimed = await reserveRequest(admitted, reply, body)
  if (claimed !== undefined && 'failure' in claimed) return claimed
  if (claimed !== undefined && 'task' in claimed)
    return answerJson(reply, style.encode(await viewTask(claimed.task, admitted.client), body))
  if (claimed !== undefined) {
    const { idempotencyKey } = claimed
    if (reply.ended) return idempotencyKey.release()
    ;(reply.releases ??= []).push(() => idempotencyKey.release())
  }
  if (reply.ended) return
  return serveOperation(
    admitted,
    reply,
    targets,
    () => expectVideos(body),
    async (attempt) => {
      const work = await prepareVideo({ attempt, body, style, ...claimed }, attempt.target)
      if (work !== undefined && !attempt.reply.ended) await submitVideo(work)
    },
  )
}
