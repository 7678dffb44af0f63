import type { JsonObject } from '@interlingua/core'
import { formatValidationError } from '../../contents/format-validation-error.ts'
import { refuseContents } from '../../contents/refuse-contents.ts'
import type { DemoRequest } from '../demo-request.ts'
import { googleAddress } from '../google-address.ts'
import { keyOf } from '../key-of.ts'
import { googleProfile } from '../media/google-profile.ts'
import { jsonOf } from '../media/json-of.ts'
import type { MediaDialect } from '../media/media-dialect.ts'
import { Refusal } from '../media/refusal.ts'
import { sendFailure } from '../send-failure.ts'
import { sendFile } from './send-file.ts'
import { statusOf } from './status-of.ts'
import type { TaskStatus } from './status-of.ts'
import { submitVideo } from './submit-video.ts'
import { encodeTask } from './encode-task.ts'
import { veoEnd, veoOutcome } from './veo-outcome.ts'
import { veoRequest } from './veo-request.ts'
import type { VideoTask } from './video-task.ts'

const format = 'gemini-veo'
const operation = /^\/v1(?:beta)?\/models\/([^/]+)\/operations\/([^/]+)$/
const download = /^\/v1(?:beta)?\/files\/([a-z0-9]+)-(\d):download$/
const phrase: MediaDialect['phrase'] = (validationError) => formatValidationError(validationError, 'PredictLongRunningRequest')
const twoDays = 172_800_000

/** Veo on the Developer API, implemented without the adapter of the format. */
export const geminiVeo: MediaDialect = {
  ...googleProfile,
  format,
  models: { 'demo-gemini-veo': 'predictLongRunning' },
  phrase,
  serves: (path) => googleAddress(path)?.method === 'predictLongRunning' && !path.includes('/publishers/'),
  async read(json, demoRequest) {
    const model = googleAddress(demoRequest.path)?.model ?? ''
    const request = { ...(await veoRequest(jsonOf(json), model, false)), name: (unique: string) => unique.slice(0, 24) }
    const encode = ({ id }: VideoTask): JsonObject => ({ name: nameOf(model, id) })
    return { prompt: request.prompt, answer: (directives) => submitVideo(request, demoRequest, googleProfile, directives, encode) }
  },
}

/** `GET /v1beta/models/{model}/operations/{id}`. */
export const geminiVeoOperation: MediaDialect = {
  ...googleProfile,
  format,
  models: {},
  method: 'GET',
  phrase,
  serves: (path) => operation.test(path),
  read: (_body, demoRequest) => ({
    prompt: '',
    answer() {
      const [, model = '', id = ''] = (operation.exec(demoRequest.path) ?? []).map(decodeURIComponent)
      const task = demoRequest.state.videos.get(id, format, keyOf(demoRequest) ?? '')
      const unknown = refuseContents(`Operation not found: ${id}`, undefined, 404, 'not-found')
      const known = task?.model === model ? task : undefined
      return encodeTask(known, demoRequest, googleProfile, unknown, (found, status) => write(found, status, demoRequest))
    },
  }),
}

/** `GET /v1beta/files/{id}:download?alt=media`, for two days and only with the key of the task. */
export const geminiVeoFile: MediaDialect = {
  ...googleProfile,
  format,
  models: {},
  method: 'GET',
  phrase,
  serves: (path) => download.test(path),
  read(_body, demoRequest) {
    const [, id = '', number = '0'] = download.exec(demoRequest.path) ?? []
    const task = demoRequest.state.videos.get(id, format, keyOf(demoRequest) ?? '')
    const index = Number(number)
    const status = task && statusOf(task, Date.now())
    if (demoRequest.query['alt'] !== 'media') throw new Refusal(refuseContents('The demo gives files with alt=media only.', 'alt'))
    if (!task || status !== 'succeeded' || !veoOutcome(task, status).there.includes(index))
      throw new Refusal(
        refuseContents(`You do not have permission to access the File ${id} or it may not exist.`, undefined, 403, 'permission'),
      )
    return {
      prompt: '',
      answer() {
        if (task.directives.has('lost-file') || Date.now() > task.ends + twoDays)
          return sendFailure(demoRequest, googleProfile, refuseContents('The file has expired.', undefined, 404, 'not-found'))
        return sendFile(demoRequest, task, index, googleProfile)
      },
    }
  },
}

function nameOf(model: string, id: string): string {
  return `models/${model}/operations/${id}`
}

function write(task: VideoTask, status: TaskStatus, { headers }: DemoRequest): JsonObject {
  const name = nameOf(task.model, task.id)
  const end = veoEnd(status, task.directives)
  if (end) return { name, ...end }
  const { there, filtered } = veoOutcome(task, status)
  const samples = there.map((i) => ({
    video: { uri: `http://${headers['host'] ?? '127.0.0.1'}/v1beta/files/${task.id}-${i}:download?alt=media` },
  }))
  return {
    name,
    done: true,
    response: {
      '@type': 'type.googleapis.com/google.ai.generativelanguage.v1beta.PredictLongRunningResponse',
      generateVideoResponse: { ...(samples.length > 0 && { generatedSamples: samples }), ...filtered },
    },
  }
}
