import type { Failure, JsonObject } from '@interlingua/core'
import { refuseResponses } from '../../responses/refuse-responses.ts'
import type { DemoRequest } from '../demo-request.ts'
import { keyOf } from '../key-of.ts'
import { jsonOf } from '../media/json-of.ts'
import type { MediaDialect } from '../media/media-dialect.ts'
import { Refusal } from '../media/refusal.ts'
import { refusalsOf } from '../media/refusals-of.ts'
import { sendFailure } from '../send-failure.ts'
import { gatewayProfile } from './gateway-profile.ts'
import { gatewayFormat, gatewayRequest } from './gateway-request.ts'
import { pollFailure } from './poll-failure.ts'
import { isWrapped, encodeFlat, encodeSubmitted, encodeWrapped } from './encode-gateway-task.ts'
import { sendInlineVideos } from './send-inline-videos.ts'
import { signedAddress } from './signed-address.ts'
import { statusOf } from './status-of.ts'
import type { TaskStatus } from './status-of.ts'
import { applyOnPoll } from './apply-on-poll.ts'
import { submitVideo } from './submit-video.ts'
import { encodeTask } from './encode-task.ts'
import type { VideoTask } from './video-task.ts'

const format = gatewayFormat
const generations = '/gateway-demo/v1/video/generations'
const download = `${generations}/download`
const one = /^\/gateway-demo\/v1\/video\/generations\/(?!download$)([^/]+)$/
const unknown: Failure = refuseResponses('The task does not exist.', undefined, 'task_not_exist', 404)

/**
 * The `POST /v1/video/generations` of another gateway, in the wording of all three families, implemented without the adapter of the format.
 */
export const gatewayVideo: MediaDialect = {
  ...gatewayProfile,
  format,
  models: { 'demo-gateway-video': 'predictLongRunning' },
  serves: (path) => path === generations,
  async read(json, demoRequest) {
    const request = { ...(await gatewayRequest(jsonOf(json), demoRequest)), name: (unique: string) => `task_${unique}` }
    return {
      prompt: request.prompt,
      answer: (directives) => submitVideo(request, demoRequest, gatewayProfile, directives, encodeSubmitted),
    }
  },
}

/** `GET …/{id}`, in the flat or the wrapped shape. */
export const gatewayVideoTask: MediaDialect = {
  ...gatewayProfile,
  format,
  models: {},
  method: 'GET',
  serves: (path) => one.test(path),
  read: (_body, demoRequest) => ({
    prompt: '',
    answer() {
      const task = taskOf(decodeURIComponent(one.exec(demoRequest.path)?.[1] ?? ''), demoRequest)
      if (task && statusOf(task, Date.now()) === 'succeeded' && isInline(task)) return reportInline(task, demoRequest)
      return encodeTask(task, demoRequest, gatewayProfile, unknown, (found, status, now) => encode(found, status, now, demoRequest))
    },
  }),
}

/** `GET …/download?id=`: the file in base64, twice, for models with fixed durations. */
export const gatewayVideoDownload: MediaDialect = {
  ...gatewayProfile,
  format,
  models: {},
  method: 'GET',
  serves: (path) => path === download,
  read(_body, demoRequest) {
    const { id = '' } = demoRequest.query
    const task = taskOf(id, demoRequest)
    const status = task && statusOf(task, Date.now())
    if (!task || status === 'gone') throw new Refusal(unknown)
    if (task.facts['family'] !== 'vf-1')
      throw new Refusal(refuseResponses('The video of this task has an address.', 'id', 'unsupported_operation'))
    if (status !== 'succeeded')
      throw new Refusal(refuseResponses('The task is not completed.', 'id', 'task_not_completed', 409, 'conflict'))
    return {
      prompt: '',
      answer() {
        if (task.directives.has('lost-file'))
          return sendFailure(
            demoRequest,
            gatewayProfile,
            refuseResponses('The video has expired.', 'id', 'video_expired', 410, 'not-found'),
          )
        const failure = pollFailure(task, 'file-status')
        if (failure) return sendFailure(demoRequest, gatewayProfile, failure)
        const facts = { success: true, generation_id: id, task_id: id, format: 'mp4' }
        return sendInlineVideos(
          demoRequest,
          task,
          [0],
          ([video]) => ({ ...facts, size: video?.size ?? 0, base64: video?.base64 ?? '', data_url: dataUrlOf(video?.base64 ?? '') }),
          applyOnPoll(task, 'cut-file'),
        )
      },
    }
  },
}

function taskOf(id: string, demoRequest: DemoRequest): VideoTask | undefined {
  return demoRequest.state.videos.get(id, format, keyOf(demoRequest) ?? '')
}

function isInline({ directives, facts }: VideoTask): boolean {
  return facts['family'] === 'vf-2' && directives.get('variant')?.words.includes('inline') === true
}

function encode(task: VideoTask, status: TaskStatus, now: number, demoRequest: DemoRequest): JsonObject {
  const lost = task.directives.has('lost-file') ? 'lost-' : ''
  const there = status === 'succeeded' && task.facts['family'] !== 'vf-1' ? thereOf(task) : []
  const urls = there.map((i) => signedAddress(demoRequest, `${lost}${task.id}.${i}.mp4`, task.ends))
  return isWrapped(task) ? encodeWrapped(task, status, now, urls) : encodeFlat(task, status, urls)
}

/** Sends a task with data URLs instead of URLs, for `[demo:variant inline]`. */
function reportInline(task: VideoTask, demoRequest: DemoRequest): void | Promise<void> {
  const failure = pollFailure(task, 'poll-status')
  if (failure) return sendFailure(demoRequest, gatewayProfile, failure)
  const document = (urls: readonly string[]): JsonObject =>
    isWrapped(task) ? encodeWrapped(task, 'succeeded', Date.now(), urls) : encodeFlat(task, 'succeeded', urls)
  return sendInlineVideos(
    demoRequest,
    task,
    thereOf(task),
    (videos) => document(videos.map(({ base64 }) => dataUrlOf(base64))),
    applyOnPoll(task, 'cut-file'),
  )
}

function thereOf({ directives, videos }: VideoTask): readonly number[] {
  return refusalsOf(directives, videos.length).flatMap((refusal, i) => (refusal ? [] : [i]))
}

function dataUrlOf(base64: string): string {
  return `data:video/mp4;base64,${base64}`
}
