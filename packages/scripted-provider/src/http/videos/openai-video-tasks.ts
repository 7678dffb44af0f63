import type { Failure } from '@interlingua/core'
import { refuseResponses } from '../../responses/refuse-responses.ts'
import type { Exchange } from '../exchange.ts'
import { keyOf } from '../key-of.ts'
import type { MediaDialect } from '../media/media-dialect.ts'
import { openaiFace } from '../media/openai-face.ts'
import { Refusal } from '../media/refusal.ts'
import { sendJson } from '../send-json.ts'
import { printOpenaiVideo } from './print-openai-video.ts'
import { standOf } from './stand-of.ts'
import { tellTask } from './tell-task.ts'
import type { VideoTask } from './video-task.ts'

const format = 'openai-videos'
const one = /^\/v1\/videos\/(?!edits$|extensions$)([^/]+)$/

/** `GET /v1/videos/{id}`. */
export const openaiVideo: MediaDialect = {
  ...openaiFace,
  format,
  models: {},
  method: 'GET',
  serves: (path) => one.test(path),
  read: (_body, exchange) => ({
    prompt: '',
    answer: () => tellTask(openaiTask(exchange, one), exchange, openaiFace, unknownVideo, printOpenaiVideo),
  }),
}

/** `GET /v1/videos`, page by page. */
export const openaiVideoList: MediaDialect = {
  ...openaiFace,
  format,
  models: {},
  method: 'GET',
  serves: (path) => path === '/v1/videos',
  read(_body, exchange) {
    const { after, limit: asked = '20', order = 'desc' } = exchange.query
    const limit = Number(asked)
    if (!Number.isInteger(limit) || limit < 0 || limit > 100)
      throw new Refusal(refuseResponses("Invalid 'limit': expected an integer from 0 to 100.", 'limit', 'invalid_value'))
    if (order !== 'asc' && order !== 'desc')
      throw new Refusal(refuseResponses(`Invalid value: '${order}'. Supported values are: 'asc' and 'desc'.`, 'order', 'invalid_value'))
    return {
      prompt: '',
      answer() {
        const now = Date.now()
        const newest = exchange.state.videos.list(format, keyOf(exchange) ?? '').filter((task) => standOf(task, now) !== 'gone')
        const tasks = order === 'asc' ? newest.toReversed() : newest
        const from = after === undefined ? 0 : tasks.findIndex(({ id }) => id === after) + 1
        const page = tasks.slice(from, from + limit)
        sendJson(exchange, 200, {
          object: 'list',
          data: page.map((task) => printOpenaiVideo(task)),
          first_id: page[0]?.id ?? null,
          last_id: page.at(-1)?.id ?? null,
          has_more: from + page.length < tasks.length,
        })
      },
    }
  },
}

/** `DELETE /v1/videos/{id}`: only of what has ended. */
export const openaiVideoDelete: MediaDialect = {
  ...openaiFace,
  format,
  models: {},
  method: 'DELETE',
  serves: (path) => one.test(path),
  read(_body, exchange) {
    const task = openaiTask(exchange, one)
    const standing = task && standOf(task, Date.now())
    if (!task || standing === 'gone') throw new Refusal(unknownVideo)
    if (standing === 'queued' || standing === 'running')
      throw new Refusal(refuseResponses('Only completed or failed videos can be deleted.', 'video_id', 'invalid_value'))
    return {
      prompt: '',
      answer() {
        exchange.state.videos.delete(task.id)
        sendJson(exchange, 200, { id: task.id, object: 'video.deleted', deleted: true })
      },
    }
  },
}

export const unknownVideo: Failure = refuseResponses('Video not found', 'video_id', 'not_found', 404)

/** The task that a path names, of whoever asks. */
export function openaiTask(exchange: Exchange, pattern: RegExp): VideoTask | undefined {
  return exchange.state.videos.get(decodeURIComponent(pattern.exec(exchange.path)?.[1] ?? ''), format, keyOf(exchange) ?? '')
}
