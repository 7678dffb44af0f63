import type { JsonObject } from '@interlingua/core'
import { formatValidationError } from '../../contents/format-validation-error.ts'
import { refuseContents } from '../../contents/refuse-contents.ts'
import { operationShape } from '../../videos/veo-shape.ts'
import { googleAddress } from '../google-address.ts'
import { keyOf } from '../key-of.ts'
import { googleProfile } from '../media/google-profile.ts'
import { jsonOf } from '../media/json-of.ts'
import type { MediaDialect } from '../media/media-dialect.ts'
import { Refusal } from '../media/refusal.ts'
import { sendFailure } from '../send-failure.ts'
import { sendInlineVideos } from './send-inline-videos.ts'
import type { InlineVideo } from './send-inline-videos.ts'
import { submitVideo } from './submit-video.ts'
import { encodeTask } from './encode-task.ts'
import { statusOf } from './status-of.ts'
import type { TaskStatus } from './status-of.ts'
import { applyOnPoll } from './apply-on-poll.ts'
import { pollFailure } from './poll-failure.ts'
import { veoEnd, veoOutcome } from './veo-outcome.ts'
import { veoRequest } from './veo-request.ts'
import type { VideoTask } from './video-task.ts'

const format = 'vertex-veo'
const named = /^(projects\/[^/]+\/locations\/[^/]+\/publishers\/[^/]+\/models\/([^/]+))\/operations\/([^/]+)$/

/** Veo on Vertex, implemented without the adapter of the format. */
export const vertexVeo: MediaDialect = {
  ...googleProfile,
  format,
  models: { 'demo-vertex-veo': 'predictLongRunning' },
  phrase: (validationError) => formatValidationError(validationError, 'PredictLongRunningRequest'),
  serves: (path) => googleAddress(path)?.method === 'predictLongRunning' && path.includes('/publishers/'),
  async read(json, demoRequest) {
    const model = googleAddress(demoRequest.path)?.model ?? ''
    const [place] = /projects\/[^/]+\/locations\/[^/]+/.exec(demoRequest.path) ?? ['projects/demo/locations/global']
    const parent = `${place}/publishers/google/models/${model}`
    const request = await veoRequest(jsonOf(json), model, true)
    const placed = { ...request, facts: { ...request.facts, parent }, name: (unique: string) => unique }
    return {
      prompt: request.prompt,
      answer: (directives) => submitVideo(placed, demoRequest, googleProfile, directives, (task) => ({ name: nameOf(task) })),
    }
  },
}

/** `POST …/models/{model}:fetchPredictOperation`, whose answer holds the videos themselves each time, unless they were to be stored. */
export const vertexVeoOperation: MediaDialect = {
  ...googleProfile,
  format,
  models: {},
  phrase: (validationError) => formatValidationError(validationError, 'FetchPredictOperationRequest'),
  serves: (path) => googleAddress(path)?.method === 'fetchPredictOperation',
  read(json, demoRequest) {
    const { operationName: name } = operationShape(jsonOf(json), undefined)
    const [, parent, model, id = ''] = named.exec(name) ?? []
    if (parent === undefined || model !== googleAddress(demoRequest.path)?.model)
      throw new Refusal(refuseContents(`Invalid resource name: ${name}`, 'operationName'))
    const found = demoRequest.state.videos.get(id, format, keyOf(demoRequest) ?? '')
    const task = found?.facts['parent'] === parent ? found : undefined
    const unknown = refuseContents(`The operation ${name} was not found.`, undefined, 404, 'not-found')
    return {
      prompt: '',
      async answer() {
        const status = task && statusOf(task, Date.now())
        if (!task || status !== 'succeeded' || task.facts['storageUri'] !== undefined)
          return encodeTask(task, demoRequest, googleProfile, unknown, encode)
        const failure = pollFailure(task, 'poll-status') ?? pollFailure(task, 'file-status')
        if (failure) return sendFailure(demoRequest, googleProfile, failure)
        const { there, filtered } = veoOutcome(task, status)
        const response = { '@type': responseType, ...filtered }
        const cut = applyOnPoll(task, 'cut-file') ?? applyOnPoll(task, 'poll-cut')
        const document = (videos: readonly InlineVideo[]): JsonObject => ({
          name: nameOf(task),
          done: true,
          response: { ...response, videos: videos.map(({ base64 }) => ({ bytesBase64Encoded: base64, mimeType: 'video/mp4' })) },
        })
        return sendInlineVideos(demoRequest, task, there, document, cut)
      },
    }
  },
}

const responseType = 'type.googleapis.com/cloud.ai.large_models.vision.GenerateVideoResponse'

function nameOf({ id, facts }: VideoTask): string {
  return `${String(facts['parent'])}/operations/${id}`
}

function encode(task: VideoTask, status: TaskStatus): JsonObject {
  const name = nameOf(task)
  const end = veoEnd(status, task.directives)
  if (end) return { name, ...end }
  const { there, filtered } = veoOutcome(task, status)
  const folder = String(task.facts['storageUri']).replace(/\/$/, '')
  const videos = there.map((i) => ({ gcsUri: `${folder}/${task.id}/sample_${i}.mp4`, mimeType: 'video/mp4' }))
  return { name, done: true, response: { '@type': responseType, ...filtered, ...(videos.length > 0 && { videos }) } }
}
