import type { JsonObject } from '@interlingua/core'
import { decodeOpenaiVideo, decodeVideoRequest, encodeOpenaiVideo, openaiVideos, type VideoTask } from '@interlingua/video'
import { answerHeaders } from '../../reply/reply-headers.ts'
import { answerJson, finishReply } from '../../reply/write-reply.ts'
import { type FailureReply, type Formats, invalidRequest, queryOf } from '@interlingua/gateway-kernel'
import type { Endpoint, Parameters, Reply } from '../../server/reply.ts'
import type { AdmittedRequest } from '../../server/client-request.ts'
import { readResultName, readTask, type Task, taskKinds, taskStates } from '@interlingua/tasks'
import { sendResult } from '../../results/serve-result.ts'
import { findVideoTask, noSuchTask, readVideoPayload } from '../documents.ts'
import { readVideoBody, serveSubmitted } from '../serve-submit.ts'
import { submitRequest } from '../submit-video.ts'
import type { VideoStyle } from '../video-attempt.ts'
import { viewTask } from '../lookup.ts'

const encode = (task: VideoTask, { prompt }: JsonObject): JsonObject =>
  encodeOpenaiVideo(task, typeof prompt === 'string' ? prompt : undefined)

/** Style of OpenAI's Videos API. */
const openaiStyle: VideoStyle = { format: openaiVideos.format, decode: decodeOpenaiVideo, encode }

/** Style of a remix: requested in this service's dialect, and shown in OpenAI's. */
const remixStyle: VideoStyle = { ...openaiStyle, decode: decodeVideoRequest }

/** Serves `POST /v1/videos`. OpenAI's clients may omit the model. */
const createVideo = serveSubmitted(openaiStyle, (body) => (body['model'] == null ? { ...body, model: 'sora-2' } : body))

/** Serves `GET /v1/videos/{video_id}`. */
async function retrieveVideo(admitted: AdmittedRequest, reply: Reply, { video_id: id = '' }: Parameters): Promise<FailureReply | void> {
  const task = await findVideoTask(admitted, id)
  if (reply.ended) return
  if (task === undefined) return noSuchTask
  answerJson(reply, encodeOpenaiVideo(await viewTask(task, admitted.client)))
}

/** Serves `POST /v1/videos/{video_id}/remix`, by the model that made the video, which must support it. */
function remixVideo(admitted: AdmittedRequest, reply: Reply, { video_id: id = '' }: Parameters): void {
  readVideoBody(reply, async ({ prompt = null }) => {
    const task = await findVideoTask(admitted, id)
    if (reply.ended) return
    if (task === undefined) return noSuchTask
    const { family, model } = readVideoPayload(task.payload)
    if (family !== 'vf-1') return invalidRequest(`the model ${JSON.stringify(model)} cannot go on from a video`)
    return submitRequest(admitted, reply, model, { model, prompt, remix_from_video_id: id }, remixStyle)
  })
}

/** Serves `GET /v1/videos/{video_id}/content`: the bytes of the first video, or a redirect to its upstream. */
async function serveVideoContent(admitted: AdmittedRequest, reply: Reply, { video_id: id = '' }: Parameters): Promise<FailureReply | void> {
  const variant = queryOf(admitted.client.incoming.url ?? '').get('variant') ?? 'video'
  if (variant !== 'video') return invalidRequest('only the video is kept here: variant must be video', '/variant')

  const task = await findVideoTask(admitted, id)
  if (reply.ended) return
  if (task === undefined) return noSuchTask
  if (task.state !== 'succeeded') return unfinished
  const [video] = readVideoPayload(task.payload).operations.flatMap(({ kept = [] }) => kept)
  if (video === undefined) return expired
  if (video.name === undefined) return redirect(reply, video.url)
  const name = readResultName(video.name)
  const file = await admitted.client.gateway.results.find(video.name)
  if (file !== undefined && reply.ended) return file.release()
  if (file === undefined || name === undefined) return expired
  return sendResult(reply, name, file)
}

function redirect(reply: Reply, location: string): void {
  reply.response.writeHead(302, { ...answerHeaders(reply), location, 'content-length': 0, 'cache-control': 'no-store' })
  finishReply(reply, 'ok', () => reply.response.end())
}

const unfinished: FailureReply = {
  failure: { code: 'conflict', message: 'The video is not completed: there is nothing to download.', retryable: false, status: 409 },
  status: 409,
}
const expired: FailureReply = {
  failure: { code: 'not-found', message: 'The video has expired.', retryable: false, status: 404 },
  status: 404,
}

const usualLimit = 20
const mostVideos = 100

/** Serves `GET /v1/videos`: the caller's own videos, by pages. Query: `after`, `limit` 1 to 100, `order`. */
async function listVideos(admitted: AdmittedRequest, reply: Reply): Promise<FailureReply | void> {
  const query = queryOf(admitted.client.incoming.url ?? '')
  const limit = Number(query.get('limit') ?? usualLimit)
  if (!Number.isInteger(limit) || limit < 1 || limit > mostVideos)
    return invalidRequest(`must be a whole number from 1 to ${mostVideos}`, '/limit')
  const order = query.get('order') ?? 'desc'
  if (order !== 'asc' && order !== 'desc') return invalidRequest('must be asc or desc', '/order')

  const after = query.get('after')
  const last = after === null ? undefined : await findVideoTask(admitted, after)
  if (reply.ended) return
  if (after !== null && last === undefined) return invalidRequest('there is no video with this id', '/after')
  const found = await readVideos(admitted, limit + 1, order, last)
  const data = await Promise.all(found.slice(0, limit).map(async (task) => encodeOpenaiVideo(await viewTask(task, admitted.client))))
  const [first] = found
  answerJson(reply, {
    object: 'list',
    data,
    first_id: first?.id ?? null,
    last_id: found.slice(0, limit).at(-1)?.id ?? null,
    has_more: found.length > limit,
  })
}

/** Reads a page of videos; tasks of images stand between them and are skipped. */
async function readVideos(
  { client: { gateway }, grant: { key } }: AdmittedRequest,
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

/**
 * Serves `DELETE /v1/videos/{video_id}`: deletes the task and the files that are kept here. A running task stays, since it costs money all the same.
 */
async function deleteVideo(admitted: AdmittedRequest, reply: Reply, { video_id: id = '' }: Parameters): Promise<FailureReply | void> {
  const task = await findVideoTask(admitted, id)
  if (reply.ended) return
  if (task === undefined) return noSuchTask
  if (!taskStates.isSettled(task.state)) return running
  const { results, store } = admitted.client.gateway
  for (const { kept = [] } of readVideoPayload(task.payload).operations)
    for (const { name } of kept) if (name !== undefined) await results.delete(name)
  await store.documents.delete(taskKinds.task, id)
  answerJson(reply, { id, object: 'video.deleted', deleted: true })
}

const running: FailureReply = {
  failure: {
    code: 'conflict',
    message: 'The video is still being made: only one that is completed or has failed can be deleted.',
    retryable: false,
    status: 409,
  },
  status: 409,
}

/** Endpoints of video tasks for OpenAI's clients. https://platform.openai.com/docs/api-reference/videos */
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
