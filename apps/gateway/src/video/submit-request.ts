import type { JsonObject } from '@interlingua/core'
import { answerFailure } from '../answers/answer-failure.ts'
import { answerJson } from '../answers/answer-json.ts'
import type { Exchange } from '../exchange.ts'
import { expectVideos } from '../limits/expect-videos.ts'
import { admitOperation } from '../operations/admit-operation.ts'
import { serveOperation } from '../operations/serve-operation.ts'
import { claimWish } from './claim-wish.ts'
import { prepareVideo } from './prepare-video.ts'
import { submitVideo } from './submit-video.ts'
import type { VideoStyle } from './video-style.ts'
import { viewTask } from './view-task.ts'

/** Has a video made by one of the channels that have the model. Rejects with a `StoreError`. */
export async function submitRequest(exchange: Exchange, model: string, body: JsonObject, style: VideoStyle): Promise<void> {
  const targets = admitOperation(exchange, { model, stream: false, ability: 'video', format: style.format })
  if (targets === undefined) return
  const claimed = await claimWish(exchange, body)
  if (claimed !== undefined && 'failure' in claimed) return answerFailure(exchange, claimed)
  if (claimed !== undefined && 'task' in claimed) return answerJson(exchange, style.encode(await viewTask(claimed.task, exchange), body))
  if (claimed !== undefined) {
    const { idempotencyKey } = claimed
    if (exchange.over) return idempotencyKey.release()
    ;(exchange.releases ??= []).push(() => idempotencyKey.release())
  }
  if (exchange.over) return
  serveOperation(
    exchange,
    targets,
    () => expectVideos(body),
    async (target) => {
      const attempt = await prepareVideo({ exchange, body, style, ...claimed }, target)
      if (attempt !== undefined && !exchange.over) await submitVideo(attempt)
    },
  )
}
