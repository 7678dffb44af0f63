import type { Failure, JsonObject } from '@interlingua/core'
import { refuseArk } from '../../images/refuse-ark.ts'
import type { DemoRequest } from '../demo-request.ts'
import { keyOf } from '../key-of.ts'
import { arkProfile } from '../media/ark-profile.ts'
import type { MediaDialect } from '../media/media-dialect.ts'
import { Refusal } from '../media/refusal.ts'
import { sendJson } from '../send-json.ts'
import { arkTasks } from './ark-video.ts'
import { failureWord } from './failure-word.ts'
import { signedAddress } from './signed-address.ts'
import { statusOf } from './status-of.ts'
import type { TaskStatus } from './status-of.ts'
import { encodeTask } from './encode-task.ts'
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
  ...arkProfile,
  format,
  models: {},
  method: 'GET',
  serves: (path) => one.test(path),
  read: (_body, demoRequest) => ({
    prompt: '',
    answer: () =>
      encodeTask(taskOf(demoRequest), demoRequest, arkProfile, unknown, (task, status, now) => encode(task, status, now, demoRequest)),
  }),
}

/** `GET /api/v3/contents/generations/tasks`, with filters that may be repeated. */
export const arkVideoList: MediaDialect = {
  ...arkProfile,
  format,
  models: {},
  method: 'GET',
  serves: (path) => path === arkTasks,
  read(_body, demoRequest) {
    const query = new URL(demoRequest.request.url ?? '', 'http://demo').searchParams
    const page = pageIn(query, 'page_num', 1)
    const size = pageIn(query, 'page_size', 20)
    return {
      prompt: '',
      answer() {
        const now = Date.now()
        const printed = demoRequest.state.videos
          .list(format, keyOf(demoRequest) ?? '')
          .map((task) => [task, statusOf(task, now)] as const)
          .filter(([, status]) => status !== 'gone')
          .map(([task, taskStatus]) => encode(task, taskStatus, now, demoRequest))
          .filter((task) =>
            (['status', 'model', 'service_tier', 'task_ids'] as const).every((name) => {
              const wanted = query.getAll(`filter.${name}`)
              return wanted.length === 0 || wanted.includes(String(task[name === 'task_ids' ? 'id' : name]))
            }),
          )
        sendJson(demoRequest, 200, { total: printed.length, items: printed.slice((page - 1) * size, page * size) })
      },
    }
  },
}

/** `DELETE /api/v3/contents/generations/tasks/{id}`: cancels a queued task and removes an ended one. */
export const arkVideoDelete: MediaDialect = {
  ...arkProfile,
  format,
  models: {},
  method: 'DELETE',
  serves: (path) => one.test(path),
  read(_body, demoRequest) {
    const task = taskOf(demoRequest)
    const status = task && statusOf(task, Date.now())
    if (!task || status === 'gone') throw new Refusal(unknown)
    if (status === 'running' || status === 'cancelled')
      throw new Refusal(refuseArk(`The task is ${status}: it cannot be cancelled or deleted.`, 'id', 'InvalidAction'))
    return {
      prompt: '',
      answer() {
        if (status === 'queued') demoRequest.state.videos.put({ ...task, cancelled: Date.now() })
        else demoRequest.state.videos.delete(task.id)
        sendJson(demoRequest, 200, {})
      },
    }
  },
}

const unknown: Failure = {
  ...refuseArk('The specified task is not found.', 'id', 'ResourceNotFound'),
  code: 'not-found',
  status: 404,
}

function taskOf(demoRequest: DemoRequest): VideoTask | undefined {
  return demoRequest.state.videos.get(decodeURIComponent(one.exec(demoRequest.path)?.[1] ?? ''), format, keyOf(demoRequest) ?? '')
}

function pageIn(query: URLSearchParams, name: string, usual: number): number {
  const value = Number(query.get(name) ?? usual)
  if (Number.isInteger(value) && value >= 1 && value <= mostPages) return value
  throw new Refusal(refuseArk(`The parameter \`${name}\` specified in the request is not valid: from 1 to ${mostPages}.`, name))
}

function encode(task: VideoTask, status: TaskStatus, now: number, demoRequest: DemoRequest): JsonObject {
  const { id, model, submitted, runs, ends, facts, directives } = task
  const { usage, return_last_frame: lastFrame, ...told } = facts
  const done = status === 'succeeded' || status === 'empty'
  const lost = directives.has('lost-file') ? 'lost-' : ''
  const updated = task.cancelled ?? (now >= ends ? ends : now >= runs ? runs : submitted)
  return {
    id,
    model,
    status: wordOf(task, status, words),
    ...(status === 'failed' && { error: failed(task) }),
    ...(status === 'filtered' && { error: sensitive }),
    ...(done && {
      content:
        status === 'empty'
          ? {}
          : {
              video_url: signedAddress(demoRequest, `${lost}${id}.mp4`, ends),
              ...(lastFrame === true && { last_frame_url: signedAddress(demoRequest, `${lost}${id}.png`, ends) }),
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
