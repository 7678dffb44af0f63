import { answerFailure } from '../answers/answer-failure.ts'
import { writeDocument } from '../answers/write-document.ts'
import { failureOfNone } from './failure-of-none.ts'
import type { ImageAttempt } from './image-attempt.ts'
import { makeImages } from './make-images.ts'
import { noneMade } from './none-made.ts'
import { notice } from './notices.ts'
import { streamImages } from './stream-images.ts'
import { tellImages } from './tell-images.ts'

/** Makes the images and answers with them: as a document, or as a stream, whether the upstream streams or not. */
export async function answerImages(attempt: ImageAttempt): Promise<void> {
  const { exchange, request, server, client, calls, paints, target } = attempt
  if (request.stream === true) {
    const [call] = calls
    if (calls.length === 1 && call?.stream === true && paints.createStreamParser !== undefined) return streamImages(attempt, call)
    if (calls.some(({ stream }) => stream === true)) exchange.onNotice(notice('images-apart', '/stream'))
    return tellImages(attempt)
  }
  const response = await makeImages(attempt)
  if (exchange.over) return
  const failure = failureOfNone(target.channel, response.items)
  const told = failure?.code === 'policy' && server.tellsWithheld === true
  if (failure !== undefined && !told) {
    return answerFailure(exchange, noneMade(exchange, target.channel, failure))
  }
  const { headers, body } = server.encodeResponse(response, client, { request })
  writeDocument(exchange, { headers, body: JSON.stringify(body) })
}
