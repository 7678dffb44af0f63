import { encodeSubmitted } from '@interlingua/video'
import { answerFailure } from '../answers/answer-failure.ts'
import { answerJson } from '../answers/answer-json.ts'
import type { Exchange } from '../exchange.ts'
import { guardAsync } from '../faults/guard-async.ts'
import { admitOperation } from '../operations/admit-operation.ts'
import { expectVideos } from '../limits/expect-videos.ts'
import { serveOperation } from '../operations/serve-operation.ts'
import { readBody } from '../requests/read-body.ts'
import { claimWish } from './claim-wish.ts'
import { prepareVideo } from './prepare-video.ts'
import { readWish } from './read-wish.ts'
import { submitVideo } from './submit-video.ts'
import { refuseWish } from './video-errors.ts'
import { viewTask } from './view-task.ts'

/** `POST /v1/video/generations`. */
export function serveSubmit(exchange: Exchange): void {
  readBody(exchange.request, exchange.gateway.imageBytes, (bytes) => {
    if (exchange.over) return
    if (!Buffer.isBuffer(bytes)) return answerFailure(exchange, bytes)
    void guardAsync(exchange, () => serve(exchange, bytes))
  })
}

async function serve(exchange: Exchange, bytes: Buffer): Promise<void> {
  const read = await readWish(exchange, bytes)
  if (exchange.over) return
  if ('failure' in read) return answerFailure(exchange, read)
  const { body } = read
  const { model } = body
  if (model === undefined || model === null || model === '') return answerFailure(exchange, missingModel)
  if (typeof model !== 'string') return answerFailure(exchange, refuseWish('model must be a text', '/model', 'invalid_value'))
  const targets = admitOperation(exchange, { model, stream: false, ability: 'video', format: 'video-tasks' })
  if (targets === undefined) return
  const claimed = await claimWish(exchange, body)
  if (claimed !== undefined && 'failure' in claimed) return answerFailure(exchange, claimed)
  if (claimed !== undefined && 'task' in claimed) return answerJson(exchange, encodeSubmitted(await viewTask(claimed.task, exchange)))
  if (claimed !== undefined) {
    const { wishKey } = claimed
    if (exchange.over) return wishKey.release()
    ;(exchange.releases ??= []).push(() => wishKey.release())
  }
  if (exchange.over) return
  serveOperation(
    exchange,
    targets,
    () => expectVideos(body),
    async (target) => {
      const attempt = await prepareVideo({ exchange, body, ...claimed }, target)
      if (attempt !== undefined && !exchange.over) await submitVideo(attempt)
    },
  )
}

const missingModel = refuseWish('model is required', '/model', 'missing_model')
