import { answerFailure } from '../../answers/answer-failure.ts'
import { answerHeaders } from '../../answers/answer-headers.ts'
import { finishExchange } from '../../answers/finish-exchange.ts'
import type { Parameters } from '../../endpoint.ts'
import type { Exchange } from '../../exchange.ts'
import type { Fault } from '../../faults/fault.ts'
import { guardAsync } from '../../faults/guard-async.ts'
import { invalidRequest } from '../../requests/invalid-request.ts'
import { queryOf } from '../../requests/query-of.ts'
import { readResultName } from '../../results/result-name.ts'
import { sendResult } from '../../results/serve-result.ts'
import { findVideoTask, noSuchTask } from '../find-video-task.ts'
import { readVideoPayload } from '../video-documents.ts'

/** `GET /v1/videos/{video_id}/content`: the bytes of the first video, or where its upstream keeps it. */
export function serveVideoContent(exchange: Exchange, { video_id: id = '' }: Parameters): void {
  const variant = queryOf(exchange.request.url ?? '').get('variant') ?? 'video'
  if (variant !== 'video') return answerFailure(exchange, invalidRequest('only the video is kept here: variant must be video', '/variant'))
  void guardAsync(exchange, async () => {
    const task = await findVideoTask(exchange, id)
    if (exchange.over) return
    if (task === undefined) return answerFailure(exchange, noSuchTask)
    if (task.state !== 'succeeded') return answerFailure(exchange, unfinished)
    const [video] = readVideoPayload(task.payload).operations.flatMap(({ kept = [] }) => kept)
    if (video === undefined) return answerFailure(exchange, expired)
    if (video.name === undefined) return redirect(exchange, video.url)
    const name = readResultName(video.name)
    const file = await exchange.gateway.results.find(video.name)
    if (file !== undefined && exchange.over) return file.release()
    if (file === undefined || name === undefined) return answerFailure(exchange, expired)
    await sendResult(exchange, name, file)
  })
}

function redirect(exchange: Exchange, location: string): void {
  exchange.response.writeHead(302, { ...answerHeaders(exchange), location, 'content-length': 0, 'cache-control': 'no-store' })
  finishExchange(exchange, 'ok', () => exchange.response.end())
}

const unfinished: Fault = {
  failure: { code: 'conflict', message: 'The video is not completed: there is nothing to download.', retryable: false, status: 409 },
  status: 409,
}
const expired: Fault = {
  failure: { code: 'not-found', message: 'The video has expired.', retryable: false, status: 404 },
  status: 404,
}
