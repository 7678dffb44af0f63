import type { Failure, JsonObject } from '@interlingua/core'
import { refuseArk } from '../../images/refuse-ark.ts'
import type { Exchange } from '../exchange.ts'
import { keyOf } from '../key-of.ts'
import { arkFace } from '../media/ark-face.ts'
import type { MediaDialect } from '../media/media-dialect.ts'
import { Refusal } from '../media/refusal.ts'
import { sendJson } from '../send-json.ts'
import { arkTasks } from './ark-video.ts'
import { failureWord } from './failure-word.ts'
import { signedAddress } from './signed-address.ts'
import { standOf } from './stand-of.ts'
import type { Standing } from './stand-of.ts'
import { tellTask } from './tell-task.ts'
import type { VideoTask } from './video-task.ts'
import { wordOf } from './word-of.ts'

const format = 'ark-video'
const one = /^\/api\/v3\/contents\/generations\/tasks\/([^/]+)$/
const words = {
  queued: 'queued',
  running: 'running',
  succeeded: 'succeeded',
  failed: 'failed',
  filtered: 'failed',
  cancelled: 'cancelled',
  expired: 'expired',
  empty: 'succeeded',
} as const
const mostPages = 500

/** `GET /api/v3/contents/generations/tasks/{id}`. https://www.volcengine.com/docs/82379/1521309 */
export const arkVideoTask: MediaDialect = {
  ...arkFace,
  format,
  models: {},
  method: 'GET',
  serves: (path) => one.test(path),
  read: (_body, exchange) => ({
    prompt: '',
    answer: () => tellTask(taskOf(exchange), exchange, arkFace, unknown, (task, standing, now) => print(task, standing, now, exchange)),
  }),
}

/** `GET /api/v3/contents/generations/tasks`, with filters that may come more than once. */
export const arkVideoList: MediaDialect = {
  ...arkFace,
  format,
  models: {},
  method: 'GET',
  serves: (path) => path === arkTasks,
  read(_body, exchange) {
    const query = new URL(exchange.request.url ?? '', 'http://demo').searchParams
    const page = pageIn(query, 'page_num', 1)
    const size = pageIn(query, 'page_size', 20)
    return {
      prompt: '',
      answer() {
        const now = Date.now()
        const printed = exchange.state.videos
          .list(format, keyOf(exchange) ?? '')
          .map((task) => [task, standOf(task, now)] as const)
          .filter(([, standing]) => standing !== 'gone')
          .map(([task, standing]) => print(task, standing, now, exchange))
          .filter((task) =>
            (['status', 'model', 'service_tier', 'task_ids'] as const).every((name) => {
              const wanted = query.getAll(`filter.${name}`)
              return wanted.length === 0 || wanted.includes(String(task[name === 'task_ids' ? 'id' : name]))
            }),
          )
        sendJson(exchange, 200, { total: printed.length, items: printed.slice((page - 1) * size, page * size) })
      },
    }
  },
}

/** `DELETE /api/v3/contents/generations/tasks/{id}`: calls off what waits, and forgets what has ended. */
export const arkVideoDelete: MediaDialect = {
  ...arkFace,
  format,
  models: {},
  method: 'DELETE',
  serves: (path) => one.test(path),
  read(_body, exchange) {
    const task = taskOf(exchange)
    const standing = task && standOf(task, Date.now())
    if (!task || standing === 'gone') throw new Refusal(unknown)
    if (standing === 'running' || standing === 'cancelled')
      throw new Refusal(refuseArk(`The task is ${standing}: it cannot be cancelled or deleted.`, 'id', 'InvalidAction'))
    return {
      prompt: '',
      answer() {
        if (standing === 'queued') exchange.state.videos.put({ ...task, cancelled: Date.now() })
        else exchange.state.videos.delete(task.id)
        sendJson(exchange, 200, {})
      },
    }
  },
}

const unknown: Failure = {
  ...refuseArk('The specified task is not found.', 'id', 'ResourceNotFound'),
  code: 'not-found',
  status: 404,
}

function taskOf(exchange: Exchange): VideoTask | undefined {
  return exchange.state.videos.get(decodeURIComponent(one.exec(exchange.path)?.[1] ?? ''), format, keyOf(exchange) ?? '')
}

function pageIn(query: URLSearchParams, name: string, usual: number): number {
  const value = Number(query.get(name) ?? usual)
  if (Number.isInteger(value) && value >= 1 && value <= mostPages) return value
  throw new Refusal(refuseArk(`The parameter \`${name}\` specified in the request is not valid: from 1 to ${mostPages}.`, name))
}

function print(task: VideoTask, standing: Standing, now: number, exchange: Exchange): JsonObject {
  const { id, model, submitted, runs, ends, facts, directives } = task
  const { usage, return_last_frame: lastFrame, ...told } = facts
  const done = standing === 'succeeded' || standing === 'empty'
  const lost = directives.has('lost-file') ? 'lost-' : ''
  const updated = task.cancelled ?? (now >= ends ? ends : now >= runs ? runs : submitted)
  return {
    id,
    model,
    status: wordOf(task, standing, words),
    ...(standing === 'failed' && { error: failed(task) }),
    ...(standing === 'filtered' && { error: sensitive }),
    ...(done && {
      content:
        standing === 'empty'
          ? {}
          : {
              video_url: signedAddress(exchange, `${lost}${id}.mp4`, ends),
              ...(lastFrame === true && { last_frame_url: signedAddress(exchange, `${lost}${id}.png`, ends) }),
            },
      usage,
    }),
    created_at: Math.floor(submitted / 1000),
    updated_at: Math.floor(updated / 1000),
    ...told,
  }
}

const sensitive = {
  code: 'OutputVideoSensitiveContentDetected',
  message: 'The request failed because the output video may contain sensitive information. (demo, as asked for)',
}

function failed(task: VideoTask): JsonObject {
  const code = failureWord(task, 'InternalServiceError')
  return { code, message: 'The service encountered an unexpected internal error. (demo, as asked for)' }
}
