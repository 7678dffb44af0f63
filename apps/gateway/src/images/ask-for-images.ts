import type { ImageRequest, ImageResponse } from '@interlingua/images'
import { askUpstream } from '../operations/ask-upstream.ts'
import type { CallGroup } from '../upstreams/call-group.ts'
import { failureDecoder } from './failure-decoder.ts'
import type { ImageAttempt } from './image-attempt.ts'
import { imageRequestOf } from './image-request-of.ts'
import { runImageTask } from './run-image-task.ts'
import { readImages } from './read-images.ts'

/** One call for images, whole. Rejects with `AttemptFailed`. */
export async function askForImages(attempt: ImageAttempt, call: ImageRequest, index: number, group?: CallGroup): Promise<ImageResponse> {
  const { exchange, target, paints, upstream } = attempt
  if (paints.tasks?.isTask(call, upstream) === true) return runImageTask(attempt, call, paints.tasks, index)
  const request = imageRequestOf(target, paints.encodeRequest(call, upstream))
  const reply = await askUpstream(exchange, target, {
    request: group === undefined ? request : { ...request, group },
    decodeFailure: failureDecoder(attempt),
    final: false,
  })
  return readImages(attempt, call, reply)
}
