import type { ImageEvent, ImageResponse } from '@interlingua/images'
import { answerFailure } from '../answers/answer-failure.ts'
import { AttemptFailed } from '../operations/attempt-failed.ts'
import { createImageWriter } from './create-image-writer.ts'
import { failureOfNone } from './failure-of-none.ts'
import type { ImageAttempt } from './image-attempt.ts'
import { makeImages } from './make-images.ts'
import { noneMade } from './none-made.ts'

/**
 * A stream of whole images, of an upstream that does not stream or of several calls: each is told when its call is through. `make` makes them.
 */
export async function tellImages(attempt: ImageAttempt, make: typeof makeImages = makeImages): Promise<void> {
  const { exchange, calls } = attempt
  const plain: ImageAttempt = { ...attempt, calls: calls.map(({ stream: _, partialImages: __, ...call }) => call) }
  const writer = createImageWriter(attempt)
  /** Where the images of a call begin among all, for the calls before it may still run. */
  const starts: number[] = []
  let start = 0
  for (const { count = 1 } of calls) starts.push((start += count) - count)

  try {
    const response = await make(plain, (made, call) => {
      // Whoever failed altogether gets an error with a status, as long as nothing was told.
      if (call > 0 || made.items.some(({ type }) => type === 'image')) writer.tell(eventsOf(made, starts[call] ?? 0))
    })
    if (exchange.over) return
    const failure = failureOfNone(attempt.target.channel, response.items)
    if (failure === undefined) return writer.end({ type: 'end', ...(response.usage && { usage: response.usage }) })
    const fault = noneMade(exchange, attempt.target.channel, failure)
    if (writer.begun()) return writer.end({ type: 'failure', failure })
    writer.abandon()
    answerFailure(exchange, fault)
  } catch (error) {
    if (!writer.begun() || !(error instanceof AttemptFailed)) {
      writer.abandon()
      throw error
    }
    writer.end({ type: 'failure', failure: error.refusal.fault.failure })
  }
}

function eventsOf({ items, createdAt }: ImageResponse, start: number): readonly ImageEvent[] {
  return items.map((item, place): ImageEvent => {
    const index = start + place
    if (item.type === 'failed') return { type: 'failed', index, item }
    return { type: 'image', index, image: item, ...(createdAt !== undefined && { createdAt }) }
  })
}
