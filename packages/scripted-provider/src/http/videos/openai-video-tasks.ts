import type { Failure } from '@interlingua/core'
import { refuseResponses } from '../../responses/refuse-responses.ts'
import type { DemoRequest } from '../demo-request.ts'
import { keyOf } from '../key-of.ts'
import type { MediaDialect } from '../media/media-dialect.ts'
import { openaiProfile } from '../media/openai-profile.ts'
import { Refusal } from '../media/refusal.ts'
import { sendJson } from '../send-json.ts'
import { encodeOpenaiVideo } from './encode-openai-video.ts'
import { statusOf } from './status-of.ts'
import { encodeTask } from './encode-task.ts'
import type { VideoTask } from './video-task.ts'

const format = 'openai-videos'
const one = /^\/v1\/videos\/(?!edits$|extensions$)([^/]+)$/

/** `GET /v1/videos/{id}`. */
export const openaiVideo: MediaDialect = {
  ...openaiProfile,
  format,
  models: {},
  method: 'GET',
  serves: (path) => one.test(path),
  read: (_body, demoRequest) => ({
    prompt: '',
    answer: () => encodeTask(openaiTask(demoRequest, one), demoRequest, openaiProfile, unknownVideo, encodeOpenaiVideo),
  }),
}

/** `GET /v1/videos`, in pages. */
export const openaiVideoList: MediaDialect = {
  ...openaiProfile,
  format,
  models: {},
  method: 'GET',
  serves: (path) => path === '/v1/videos',
  read(_body, demoRequest) {
    const { after, limit: asked = '20', order = 'desc' } = demoRequest.query
    const limit = Number(asked)
    if (!Number.isInteger(limit) || limit < 0 || limit > 100)
      throw new Refusal(refuseResponses("Invalid 'limit': expected an integer from 0 to 100.", 'limit', 'invalid_value'))
    if (order !== 'asc' && order !== 'desc')
      throw new Refusal(refuseResponses(`Invalid value: '${order}'. Supported values are: 'asc' and 'desc'.`, 'order', 'invalid_value'))
    return {
      prompt: '',
      answer() {
        const now = Date.now()
        const newest = demoRequest.state.videos.list(format, keyOf(demoRequest) ?? '').filter((task) => statusOf(task, now) !== 'gone')
        const tasks = order === 'asc' ? newest.toReversed() : newest
        const from = after === undefined ? 0 : tasks.findIndex(({ id }) => id === after) + 1
        const page = tasks.slice(from, from + limit)
        sendJson(demoRequest, 200, {
          object: 'list',
          data: page.map((task) => encodeOpenaiVideo(task)),
          first_id: page[0]?.id ?? null,
          last_id: page.at(-1)?.id ?? null,
          has_more: from + page.length < tasks.length,
        })
      },
    }
  },
}

/** `DELETE /v1/videos/{id}`, which removes ended videos only. */
export const openaiVideoDelete: MediaDialect = {
  ...openaiProfile,
  format,
  models: {},
  method: 'DELETE',
  serves: (path) => one.test(path),
  read(_body, demoRequest) {
    const task = openaiTask(demoRequest, one)
    const status = task && statusOf(task, Date.now())
    if (!task || status === 'gone') throw new Refusal(unknownVideo)
    if (status === 'queued' || status === 'running')
      throw new Refusal(refuseResponses('Only completed or failed videos can be deleted.', 'video_id', 'invalid_value'))
    return {
      prompt: '',
      answer() {
        demoRequest.state.videos.delete(task.id)
        sendJson(demoRequest, 200, { id: task.id, object: 'video.deleted', deleted: true })
      },
    }
  },
}

export const unknownVideo: Failure = refuseResponses('Video not found', 'video_id', 'not_found', 404)

/** The task of a path, where the key of the request owns it. */
export function openaiTask(demoRequest: DemoRequest, pattern: RegExp): VideoTask | undefined {
  return demoRequest.state.videos.get(decodeURIComponent(pattern.exec(demoRequest.path)?.[1] ?? ''), format, keyOf(demoRequest) ?? '')
}
