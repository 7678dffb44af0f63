import type { VideoRequest } from '@interlingua/video'
import { answerJson } from '../answers/answer-json.ts'
import { credentialOf } from '../caches/find-cache.ts'
import type { Exchange } from '../exchange.ts'
import type { Fault } from '../faults/fault.ts'
import type { GatewayState } from '../gateway-state.ts'
import { detachedExchange } from '../images/detached-exchange.ts'
import { recordOfExchange } from '../metering/record-of-exchange.ts'
import { tokensOfUsage } from '../metering/tokens-of-usage.ts'
import { AttemptFailed } from '../operations/attempt-failed.ts'
import { changeTask } from '../tasks/change-task.ts'
import { retryUntilDone } from '../tasks/retry-until.ts'
import type { Task } from '../tasks/task.ts'
import { settleAttempt } from '../upstreams/settle-attempt.ts'
import { claimOperation } from './claim-operation.ts'
import { findLost, markOfPrompt } from './find-lost.ts'
import { notice } from './notices.ts'
import { paceOf } from './pace-of.ts'
import { usageOfVideo } from './settled-record.ts'
import { submitOnce, type Submission } from './submit-once.ts'
import type { VideoAttempt } from './video-attempt.ts'
import { readVideoPayload, writeVideoPayload } from './video-documents.ts'
import { viewTask } from './view-task.ts'

/** Milliseconds after which no further operation of a wish is begun, and those that upstreams take to give up what has expired. */
const longestSubmission = 120_000
const grace = 60_000

/**
 * Submits a wish and answers once all that was taken is written down. Its task is written before the upstream is called, and nothing is ever
 * sent twice; a client that leaves ends nothing. Rejects with `AttemptFailed`, and with a `StoreError`.
 */
export async function submitVideo(attempt: VideoAttempt): Promise<void> {
  const { idempotencyKey } = attempt
  const work = (): Promise<void> => submit(attempt)
  return idempotencyKey === undefined ? work() : idempotencyKey.busy(work)
}

async function submit(attempt: VideoAttempt): Promise<void> {
  const { exchange, operations, idempotencyKey } = attempt
  const { gateway } = exchange
  const task = await createTask(attempt)
  await idempotencyKey?.point(task.id)
  if (exchange.over) return void (await gateway.tasks.settle(task.id, { state: 'cancelled', failure: left }))
  // What it costs is in the record that is written when it is settled, by whoever settles it.
  exchange.unrecorded = true
  const [first, ...others] = operations
  const began = performance.now()
  const taken = await submitFirst(attempt, task, first)
  idempotencyKey?.keep()
  settleAttempt(exchange)
  const payload = { ...readVideoPayload(task.payload), operations: [{ id: taken }] }
  const known = await gateway.tasks.submit(task.id, taken, writeVideoPayload(payload))
  void chargeWhenSettled(gateway, task.id, exchange.charge)
  for (const operation of others) {
    const submission = performance.now() - began > longestSubmission ? undefined : await submitOperation(attempt, task, operation)
    if (submission?.outcome !== 'taken') {
      exchange.onNotice(notice('fewer-videos', ''))
      await changePayload(gateway, task.id, (now) => ({ ...now, expected: now.operations.length }))
      break
    }
    const added = { id: submission.operation }
    await changePayload(gateway, task.id, (now) => ({ ...now, operations: [...now.operations, added] }))
  }
  if (!exchange.over) answerJson(exchange, attempt.style.encode(await viewTask(known ?? task, exchange), attempt.body))
}

function createTask({ exchange, target, films, model, prompt, asked, operations, expiresAfter }: VideoAttempt): Promise<Task> {
  const { channel } = target
  const owner = exchange.key?.id ?? ''
  return exchange.gateway.tasks.create({
    owner,
    kind: 'video',
    channel: channel.name,
    payload: writeVideoPayload({
      family: model.family,
      model: exchange.model ?? target.model,
      upstreamModel: target.model,
      format: films.format,
      credential: credentialOf(channel),
      hidden: channel.rehost,
      prompt: markOfPrompt(prompt),
      asked,
      expected: operations.length,
      operations: [],
      record: recordOfExchange(exchange, owner, 'ok', undefined, false),
    }),
    deadline: expiresAfter === undefined ? paceOf(channel, films).deadline : expiresAfter * 1000 + grace,
  })
}

/** The upstream's id of the first operation; where that is refused, the task has failed. */
async function submitFirst(attempt: VideoAttempt, task: Task, operation: VideoRequest | undefined): Promise<string> {
  const { exchange, idempotencyKey } = attempt
  if (operation === undefined) throw new TypeError('a wish without an operation')
  const submission = await submitOperation(attempt, task, operation)
  switch (submission.outcome) {
    case 'taken':
      return submission.operation
    case 'unknown':
      idempotencyKey?.keep()
      void chargeWhenSettled(exchange.gateway, task.id, exchange.charge)
      // The task stays until its deadline: it may be found, and is paid for perhaps.
      throw new AttemptFailed({ fault: neverAgain(submission.fault), decision: 'final' })
    case 'refused': {
      delete exchange.unrecorded
      // Its end was not recorded for the sake of a task that there is not.
      if (exchange.over) exchange.gateway.meter.keep(exchange, 'cancelled', () => {})
      const { raw: _, ...failure } = submission.refusal.fault.failure
      await exchange.gateway.tasks.settle(task.id, { state: 'failed', failure })
      throw new AttemptFailed(submission.refusal)
    }
  }
}

async function submitOperation(attempt: VideoAttempt, task: Task, operation: VideoRequest): Promise<Submission> {
  const { exchange, target } = attempt
  const { gateway } = exchange
  const since = Date.now()
  const submission = await submitOnce(detachedVideo(exchange), attempt, operation)
  if (submission.outcome === 'taken') {
    // Whoever looks for a lost one must not take it for that.
    await retryUntilDone(() => claimOperation(gateway.store.documents, target.channel, submission.operation, task))
    return submission
  }
  if (submission.outcome === 'refused') return submission
  const found = await findLost(gateway, target.channel, task, since)
  return found === undefined ? submission : { outcome: 'taken', operation: found }
}

async function changePayload(
  { store }: Exchange['gateway'],
  id: string,
  edit: (payload: ReturnType<typeof readVideoPayload>) => ReturnType<typeof readVideoPayload>,
): Promise<void> {
  await retryUntilDone(() =>
    changeTask(store.documents, id, (task) => ({ ...task, payload: writeVideoPayload(edit(readVideoPayload(task.payload))) })),
  )
}

function neverAgain(fault: Fault): Fault {
  const { failure } = fault
  const gone = failure.status !== undefined && failure.status >= 500 ? failure : { ...failure, status: 502 }
  return { ...fault, failure: { ...gone, retryable: false }, headers: { ...fault.headers, 'x-should-retry': 'false' } }
}

const left = { code: 'cancelled', message: 'The client left before the task began.', retryable: false } as const

/** The key's limits know of the cost of a task when it is settled, where somebody here still knows the key. Never rejects; holds nothing of the wish. */
async function chargeWhenSettled({ tasks, prices }: GatewayState, id: string, charge: Exchange['charge']): Promise<void> {
  if (charge === undefined) return
  const task = await tasks.wait(id, new AbortController().signal).catch(() => undefined)
  const usage = task && usageOfVideo(task)
  if (task === undefined || usage === undefined) return charge(0, 0)
  const { input = 0, output = 0 } = tokensOfUsage(usage)
  charge(input + output, prices.costOf(usage, task.channel, readVideoPayload(task.payload).upstreamModel) ?? 0)
}

/** The exchange for calls that begin and go on whether the client waits or not. */
function detachedVideo(exchange: Exchange): Exchange {
  const response = Object.create(exchange.response, { destroyed: { value: false } }) as Exchange['response'] // with all that it has, by inheritance
  return Object.create(detachedExchange(exchange), {
    call: { value: undefined, writable: true },
    over: { value: false, writable: true },
    response: { value: response },
    releases: { value: [], writable: true },
  }) as Exchange // likewise
}
