import type { ImageRequest, ImageResponse } from '@interlingua/images'
import { askUpstream, type UpstreamAsk } from '../operations/ask-upstream.ts'
import type { CallGroup } from '../upstreams/call-group.ts'
import { failureDecoder } from './failure-decoder.ts'
import type { ImageAttempt } from './image-attempt.ts'
import { imageRequestOf } from './image-request-of.ts'
import { readImages } from './read-images.ts'
import { runImageTask } from './run-image-task.ts'

/** One call for images, whole: the answer, or what became of the task that it named. Rejects with `AttemptFailed`. */
export async function askForImages(attempt: ImageAttempt, call: ImageRequest, index: number, group?: CallGroup): Promise<ImageResponse> {
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
