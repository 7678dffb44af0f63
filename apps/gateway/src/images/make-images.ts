import { isJsonObject, type Failure } from '@interlingua/core'
import { joinResponses, type FailedImage, type ImageRequest, type ImageResponse } from '@interlingua/images'
import { contextOf, type Exchange } from '../exchange.ts'
import { askUpstream, type UpstreamAsk } from '../operations/ask-upstream.ts'
import { AttemptFailed } from '../operations/attempt-failed.ts'
import type { CallGroup } from '../upstreams/call-group.ts'
import { settleAttempt } from '../upstreams/settle-attempt.ts'
import { deliverImages } from './deliver-images.ts'
import { failureDecoder } from './failure-decoder.ts'
import type { ImageAttempt } from './image-attempt.ts'
import { imageRequestOf } from './image-request-of.ts'
import { noteUsage } from './note-usage.ts'
import { notice } from './notices.ts'
import { readImages } from './read-images.ts'
import { runImageTask } from './run-image-task.ts'

/** Calls of one wish at the same time. */
const mostAtOnce = 4

/**
 * All images of a wish, delivered as the client wants them; `made` hears of each call's as soon as they are there. The first call may fail, and
 * another target be asked; once it has made something that is paid for, and what fails later is a failed image among the others.
 */
export async function makeImages(
  attempt: ImageAttempt,
  made: (response: ImageResponse, call: number) => void = () => {},
): Promise<ImageResponse> {
  const { exchange, calls } = attempt
  const group: CallGroup | undefined = calls.length === 1 ? undefined : { over: false, counted: false, running: new Set() }
  const responses: ImageResponse[] = []
  if (group) (exchange.releases ??= []).push(() => end(group))

  async function make(call: ImageRequest, index: number): Promise<void> {
    const answered = await askForImages(attempt, call, index, group)
    settleAttempt(exchange)
    responses[index] = answered
    const missing = call.sequence?.mode !== 'auto' && answered.items.length < (call.count ?? 1)
    if (missing) exchange.onNotice(notice('fewer-images', attempt.request.fields?.['count'] ?? '/n'))
    const { usage, items } = joined()
    noteUsage(exchange, usage, items.filter(({ type }) => type === 'image').length)
    const delivered = await deliverImages(attempt, answered)
    responses[index] = delivered
    made(delivered, index)
  }

  /** Never rejects. */
  async function makeOrFail(call: ImageRequest, index: number): Promise<void> {
    try {
      await make(call, index)
    } catch (error) {
      const response = { items: failedItems(attempt, call, failureOf(error)) }
      responses[index] = response
      made(response, index)
    }
  }

  function joined(): ImageResponse {
    return joinResponses(responses.filter((response) => response !== undefined))
  }

  const [first, ...others] = calls
  if (first !== undefined) await make(first, 0)
  // What was refused once would be refused again, and cost again.
  if (others.length === 0 || !responses[0]?.items.some(({ type }) => type === 'image')) return joined()
  const queue = others.map((call, index) => ({ call, index: index + 1 }))
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next && !exchange.over; next = queue.shift()) await makeOrFail(next.call, next.index)
  }
  await Promise.all(Array.from({ length: Math.min(mostAtOnce, others.length) }, work))
  return joined()
}

function end(group: CallGroup): void {
  group.over = true
  for (const call of group.running) call.abort(new Error('the client left'))
}

function failedItems({ exchange }: ImageAttempt, { count = 1 }: ImageRequest, failure: Failure): readonly FailedImage[] {
  const { code, message } = wordsOfFailure(exchange, failure)
  return Array.from({ length: count }, () => ({ type: 'failed', code, message }))
}

/** What a call failed of, as far as that is for the client. */
function failureOf(error: unknown): Failure {
  if (error instanceof AttemptFailed) return error.refusal.fault.failure
  return { code: 'server', message: 'The gateway failed on this image.', retryable: false }
}

/** One call for images, whole: the answer, or what became of the task that it named. Rejects with `AttemptFailed`. */
async function askForImages(attempt: ImageAttempt, call: ImageRequest, index: number, group?: CallGroup): Promise<ImageResponse> {
  const { exchange, target, paints, upstream } = attempt
  if (paints.tasks?.isTask(call, upstream) === true) return runImageTask(attempt, call, paints.tasks, index)
  return readImages(attempt, call, await askUpstream(exchange, target, askOf(attempt, call, group)))
}

/** Made apart from the waiting: the body is as large as its images, and is not held as long as they take. */
function askOf(attempt: ImageAttempt, call: ImageRequest, group: CallGroup | undefined): UpstreamAsk {
  const { target, paints, upstream } = attempt
  const request = imageRequestOf(target, paints.encodeRequest(call, upstream))
  return { request: group === undefined ? request : { ...request, group }, decodeFailure: failureDecoder(attempt), final: false }
}

/** How a failure is worded within a document, in the client's dialect. */
function wordsOfFailure(exchange: Exchange, failure: Failure): { readonly code: string; readonly message: string } {
  const { raw: _, ...told } = failure
  const { body } = exchange.edge.adapter.encodeFailure(told, contextOf(exchange))
  const error = isJsonObject(body) && isJsonObject(body['error']) ? body['error'] : {}
  const word = [error['code'], error['status'], error['type']].find((value) => typeof value === 'string')
  return { code: typeof word === 'string' ? word : failure.code, message: failure.message }
}
