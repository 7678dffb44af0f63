import { encodeOpenaiVideo } from '@interlingua/video'
import { answerFailure } from '../../answers/answer-failure.ts'
import { answerJson } from '../../answers/answer-json.ts'
import type { Parameters } from '../../endpoint.ts'
import type { Exchange } from '../../exchange.ts'
import { guardAsync } from '../../faults/guard-async.ts'
import { invalidRequest } from '../../requests/invalid-request.ts'
import { findVideoTask, noSuchTask } from '../find-video-task.ts'
import { readVideoBody, serveSubmitted } from '../serve-submit.ts'
import { submitRequest } from '../submit-request.ts'
import { readVideoPayload } from '../video-documents.ts'
import { viewTask } from '../view-task.ts'
import { openaiStyle, remixStyle } from './openai-style.ts'

/** `POST /v1/videos`. OpenAI's clients may leave the model out. */
export const createVideo = serveSubmitted(openaiStyle, (body) => (body['model'] == null ? { ...body, model: 'sora-2' } : body))

/** `GET /v1/videos/{video_id}`. */
export function retrieveVideo(exchange: Exchange, { video_id: id = '' }: Parameters): void {
  void guardAsync(exchange, async () => {
    const task = await findVideoTask(exchange, id)
    if (exchange.over) return
    if (task === undefined) return answerFailure(exchange, noSuchTask)
    answerJson(exchange, encodeOpenaiVideo(await viewTask(task, exchange)))
  })
}

/** `POST /v1/videos/{video_id}/remix`: by the model that made the video, which must be one that can. */
export function remixVideo(exchange: Exchange, { video_id: id = '' }: Parameters): void {
  readVideoBody(exchange, async ({ prompt = null }) => {
    const task = await findVideoTask(exchange, id)
    if (exchange.over) return
    if (task === undefined) return answerFailure(exchange, noSuchTask)
    const { family, model } = readVideoPayload(task.payload)
    if (family !== 'vf-1') return answerFailure(exchange, invalidRequest(`the model ${JSON.stringify(model)} cannot go on from a video`))
    await submitRequest(exchange, model, { model, prompt, remix_from_video_id: id }, remixStyle)
  })
}
