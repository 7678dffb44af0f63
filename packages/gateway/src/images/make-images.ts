import { type Failure, isJsonObject } from '@interlingua/core'
import { type FailedImage, type ImageEvent, type ImageRequest, type ImageResponse, joinResponses } from '@interlingua/images'
import { type AdmittedRequest, contextOf } from '../server/client-request.ts'
import { requestUpstream, AttemptFailed, type CallInAttempt } from '../operation/request-upstream.ts'
import type { CallGroup } from '@interlingua/upstreams'
import { settleAttempt } from '../calls/attempt.ts'
import { deliverImages, noteUsage, readImages } from './answer-images.ts'
import { failureDecoder, failureOfNone, noneMade } from './failures.ts'
import { createImageWriter, type ImageAttempt, imageRequestOf, notice } from './image-attempt.ts'
import { runImageTask } from './task.ts'
import type { FailureReply } from '@interlingua/gateway-kernel'

/** Number of calls of one request at the same time. */
const mostAtOnce = 4

/**
 * Makes all images of a request in the client's form; `made` is called for each call as soon as its images are there. Failover is possible until the
 * first call succeeds; later failures become failed images among the others.
 */
export async function makeImages(
  work: ImageAttempt,
  made: (response: ImageResponse, call: number) => void = () => {},
): Promise<ImageResponse> {
  const { attempt, calls } = work
  const group: CallGroup | undefined = calls.length === 1 ? undefined : { over: false, counted: false, running: new Set() }
  const responses: ImageResponse[] = []
  if (group) (attempt.reply.releases ??= []).push(() => end(group))

  async function make(call: ImageRequest, index: number): Promise<void> {
    const answered = await requestImages(work, call, index, group)
    settleAttempt(attempt)
    responses[index] = answered
    const missing = call.sequence?.mode !== 'auto' && answered.items.length < (call.count ?? 1)
    if (missing) attempt.admitted.onNotice(notice('fewer-images', work.request.fields?.['count'] ?? '/n'))
    const { usage, items } = joined()
    noteUsage(attempt, usage, items.filter(({ type }) => type === 'image').length)
    const delivered = await deliverImages(work, answered)
    responses[index] = delivered
    made(delivered, index)
  }

  /** Makes the images of a call, or failed ones. Never rejects. */
  async function makeOrFail(call: ImageRequest, index: number): Promise<void> {
    try {
      await make(call, index)
    } catch (error) {
      const response = { items: failedItems(work, call, failureOf(error)) }
      responses[index] = response
      made(response, index)
    }
  }

  function joined(): ImageResponse {
    return joinResponses(responses.filter((response) => response !== undefined))
  }

  const [first, ...others] = calls
  if (first !== undefined) await make(first, 0)
  // A request whose first call gave no image would fail again, and cost again.
  if (others.length === 0 || !responses[0]?.items.some(({ type }) => type === 'image')) return joined()
  const queue = others.map((call, index) => ({ call, index: index + 1 }))
  const makeNext = async (): Promise<void> => {
    for (let next = queue.shift(); next && !attempt.reply.ended; next = queue.shift()) await makeOrFail(next.call, next.index)
  }
  await Promise.all(Array.from({ length: Math.min(mostAtOnce, others.length) }, makeNext))
  return joined()
}

function end(group: CallGroup): void {
  group.over = true
  for (const call of group.running) call.abort(new Error('the client left'))
}

function failedItems({ attempt }: ImageAttempt, { count = 1 }: ImageRequest, failure: Failure): readonly FailedImage[] {
  const { code, message } = wordsOfFailure(attempt.admitted, failure)
  return Array.from({ length: count }, () => ({ type: 'failed', code, message }))
}

/** Failure of a call, in words for the client. */
function failureOf(error: unknown): Failure {
  if (error instanceof AttemptFailed) return error.refusal.failureReply.failure
  return { code: 'server', message: 'The gateway failed on this image.', retryable: false }
}

/** Calls for images, and waits for the task if the upstream answers with one. Rejects with `AttemptFailed`. */
async function requestImages(work: ImageAttempt, call: ImageRequest, index: number, group?: CallGroup): Promise<ImageResponse> {
  const { attempt, target, images, upstream } = work
  if (images.tasks?.isTask(call, upstream) === true) return runImageTask(work, call, images.tasks, index)
  return readImages(work, call, await requestUpstream(attempt, target, callOf(work, call, group)))
}

/** Builds the call. A function of its own, so that the body, which is as large as its images, is not held while the upstream works. */
function callOf(work: ImageAttempt, call: ImageRequest, group: CallGroup | undefined): CallInAttempt {
  const { target, images, upstream } = work
  const request = imageRequestOf(target, images.encodeRequest(call, upstream))
  return { request: group === undefined ? request : { ...request, group }, decodeFailure: failureDecoder(work), final: false }
}

/** Code and message of a failure within a document, in the client's dialect. */
function wordsOfFailure(admitted: AdmittedRequest, failure: Failure): { readonly code: string; readonly message: string } {
  const { raw: _, ...clientFailure } = failure
  const { body } = admitted.client.edge.adapter.encodeFailure(clientFailure, contextOf(admitted))
  const error = isJsonObject(body) && isJsonObject(body['error']) ? body['error'] : {}
  const word = [error['code'], error['status'], error['type']].find((value) => typeof value === 'string')
  return { code: typeof word === 'string' ? word : failure.code, message: failure.message }
}

/** Streams whole images, from an upstream that does not stream or from several calls: each is sent when its call ends. `make` makes them. */
export async function streamWholeImages(work: ImageAttempt, make: typeof makeImages = makeImages): Promise<FailureReply | void> {
  const { attempt, calls } = work
  const plain: ImageAttempt = { ...work, calls: calls.map(({ stream: _, partialImages: __, ...call }) => call) }
  const writer = createImageWriter(work)
  /** Number of each call's first image among all, since calls may end in another order. */
  const starts: number[] = []
  let start = 0
  for (const { count = 1 } of calls) starts.push((start += count) - count)

  try {
    const response = await make(plain, (made, call) => {
      // A first call without any image is not sent, so that its failure can still be an HTTP status.
      if (call > 0 || made.items.some(({ type }) => type === 'image')) writer.write(eventsOf(made, starts[call] ?? 0))
    })
    if (attempt.reply.ended) return
    const failure = failureOfNone(work.target.channel, response.items)
    if (failure === undefined) return writer.end({ type: 'end', ...(response.usage && { usage: response.usage }) })
    const failureReply = noneMade(attempt, work.target.channel, failure)
    if (writer.begun()) return writer.end({ type: 'failure', failure })
    writer.abandon()
    return failureReply
  } catch (error) {
    if (!writer.begun() || !(error instanceof AttemptFailed)) {
      writer.abandon()
      throw error
    }
    writer.end({ type: 'failure', failure: error.refusal.failureReply.failure })
  }
}

function eventsOf({ items, createdAt }: ImageResponse, start: number): readonly ImageEvent[] {
  return items.map((item, place): ImageEvent => {
    const index = start + place
    if (item.type === 'failed') return { type: 'failed', index, item }
    return { type: 'image', index, image: item, ...(createdAt !== undefined && { createdAt }) }
  })
}
