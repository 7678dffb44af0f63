import type { JsonObject } from '@interlingua/core'
import { decodeOpenaiVideo, decodeWish, encodeOpenaiVideo, openaiVideos, type VideoTask } from '@interlingua/video'
import { answerFailure } from '../../answers/answer-failure.ts'
import { answerHeaders } from '../../answers/answer-headers.ts'
import { answerJson } from '../../answers/answer-json.ts'
import { finishExchange } from '../../answers/finish-exchange.ts'
import type { Formats } from '../../create-formats.ts'
import type { Endpoint, Parameters } from '../../endpoint.ts'
import type { Exchange } from '../../exchange.ts'
import type { Fault } from '../../faults/fault.ts'
import { guardAsync } from '../../faults/guard-async.ts'
import { invalidRequest } from '../../requests/invalid-request.ts'
import { queryOf } from '../../requests/query-of.ts'
import { readResultName } from '../../results/result-name.ts'
import { sendResult } from '../../results/serve-result.ts'
import { readTask, taskKinds } from '../../tasks/task-documents.ts'
import { taskStates } from '../../tasks/task-states.ts'
import type { Task } from '../../tasks/task.ts'
import { findVideoTask, noSuchTask } from '../find-video-task.ts'
import { readVideoBody, serveSubmitted } from '../serve-submit.ts'
import { submitRequest } from '../submit-request.ts'
import { readVideoPayload } from '../video-documents.ts'
import type { VideoStyle } from '../video-style.ts'
import { viewTask } from '../view-task.ts'

const encode = (task: VideoTask, { prompt }: JsonObject): JsonObject =>
  encodeOpenaiVideo(task, typeof prompt === 'string' ? prompt : undefined)

/** OpenAI's Videos API. */
const openaiStyle: VideoStyle = { format: openaiVideos.format, decode: decodeOpenaiVideo, encode }

/** A video that goes on from another: asked for in this service's words, and shown in OpenAI's. */
const remixStyle: VideoStyle = { ...openaiStyle, decode: decodeWish }

/** `POST /v1/videos`. OpenAI's clients may leave the model out. */
const createVideo = serveSubmitted(openaiStyle, (body) => (body['model'] == null ? { ...body, model: 'sora-2' } : body))

/** `GET /v1/videos/{video_id}`. */
function retrieveVideo(exchange: Exchange, { video_id: id = '' }: Parameters): void {
  void guardAsync(exchange, async () => {
    const task = await findVideoTask(exchange, id)
    if (exchange.over) return
    if (task === undefined) return answerFailure(exchange, noSuchTask)
    answerJson(exchange, encodeOpenaiVideo(await viewTask(task, exchange)))
  })
}

/** `POST /v1/videos/{video_id}/remix`: by the model that made the video, which must be one that can. */
function remixVideo(exchange: Exchange, { video_id: id = '' }: Parameters): void {
  readVideoBody(exchange, async ({ prompt = null }) => {
    const task = await findVideoTask(exchange, id)
    if (exchange.over) return
    if (task === undefined) return answerFailure(exchange, noSuchTask)
    const { family, model } = readVideoPayload(task.payload)
    if (family !== 'vf-1') return answerFailure(exchange, invalidRequest(`the model ${JSON.stringify(model)} cannot go on from a video`))
    await submitRequest(exchange, model, { model, prompt, remix_from_video_id: id }, remixStyle)
  })
}

/** `GET /v1/videos/{video_id}/content`: the bytes of the first video, or where its upstream keeps it. */
function serveVideoContent(exchange: Exchange, { video_id: id = '' }: Parameters): void {
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

const usualLimit = 20
const mostVideos = 100

/** `GET /v1/videos`: the caller's own, by pages. Query: `after`, `limit` 1 to 100, `order`. */
function listVideos(exchange: Exchange): void {
  const query = queryOf(exchange.request.url ?? '')
  const limit = Number(query.get('limit') ?? usualLimit)
  if (!Number.isInteger(limit) || limit < 1 || limit > mostVideos)
    return answerFailure(exchange, invalidRequest(`must be a whole number from 1 to ${mostVideos}`, '/limit'))
  const order = query.get('order') ?? 'desc'
  if (order !== 'asc' && order !== 'desc') return answerFailure(exchange, invalidRequest('must be asc or desc', '/order'))
  void guardAsync(exchange, async () => {
    const after = query.get('after')
    const last = after === null ? undefined : await findVideoTask(exchange, after)
    if (exchange.over) return
    if (after !== null && last === undefined) return answerFailure(exchange, invalidRequest('there is no video with this id', '/after'))
    const found = await readVideos(exchange, limit + 1, order, last)
    const data = await Promise.all(found.slice(0, limit).map(async (task) => encodeOpenaiVideo(await viewTask(task, exchange))))
    const [first] = found
    answerJson(exchange, {
      object: 'list',
      data,
      first_id: first?.id ?? null,
      last_id: found.slice(0, limit).at(-1)?.id ?? null,
      has_more: found.length > limit,
    })
  })
}

/** Tasks of images stand between those of videos. */
async function readVideos(
  { gateway, key }: Exchange,
  count: number,
  order: 'asc' | 'desc',
  last: Task | undefined,
): Promise<readonly Task[]> {
  const videos: Task[] = []
  let after = last
  for (;;) {
    const page = await gateway.store.documents.list(taskKinds.task, {
      owner: key?.id ?? '',
      now: Date.now(),
      limit: count,
      order: order === 'asc' ? 'oldest-first' : 'newest-first',
      ...(after && { after: { createdAt: after.createdAt, id: after.id } }),
    })
    const tasks = page.map(readTask)
    videos.push(...tasks.filter(({ kind }) => kind === 'video'))
    after = tasks.at(-1)
    if (videos.length >= count || page.length < count) return videos.slice(0, count)
  }
}

/** `DELETE /v1/videos/{video_id}`: the task and the files that are kept here. One that is being made costs money all the same: it stays. */
function deleteVideo(exchange: Exchange, { video_id: id = '' }: Parameters): void {
  void guardAsync(exchange, async () => {
    const task = await findVideoTask(exchange, id)
    if (exchange.over) return
    if (task === undefined) return answerFailure(exchange, noSuchTask)
    if (!taskStates.isSettled(task.state)) return answerFailure(exchange, running)
    const { results, store } = exchange.gateway
    for (const { kept = [] } of readVideoPayload(task.payload).operations)
      for (const { name } of kept) if (name !== undefined) await results.delete(name)
    await store.documents.delete(taskKinds.task, id)
    answerJson(exchange, { id, object: 'video.deleted', deleted: true })
  })
}

const running: Fault = {
  failure: {
    code: 'conflict',
    message: 'The video is still being made: only one that is completed or has failed can be deleted.',
    retryable: false,
    status: 409,
  },
  status: 409,
}

/** The tasks of videos as OpenAI's clients ask for them. https://platform.openai.com/docs/api-reference/videos */
export function openaiVideoEndpoints(formats: Formats): readonly Endpoint[] {
  const videos = { edge: formats.ofVendor('openai'), dialect: openaiVideos.format, access: 'key', metered: false } as const
  const asked = { ...videos, operation: 'video-query' } as const
  return [
    { ...videos, method: 'POST', path: '/v1/videos', operation: 'video', metered: true, serve: createVideo },
    { ...asked, method: 'GET', path: '/v1/videos', serve: listVideos },
    { ...asked, method: 'GET', path: '/v1/videos/{video_id}', serve: retrieveVideo },
    { ...asked, method: 'DELETE', path: '/v1/videos/{video_id}', serve: deleteVideo },
    { ...videos, method: 'GET', path: '/v1/videos/{video_id}/content', operation: 'video-download', serve: serveVideoContent },
    { ...videos, method: 'POST', path: '/v1/videos/{video_id}/remix', operation: 'video', metered: true, serve: remixVideo },
  ]
}
