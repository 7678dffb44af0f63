import type { JsonObject } from '@interlingua/core'
import { phraseMisfit } from '../../contents/phrase-misfit.ts'
import { refuseContents } from '../../contents/refuse-contents.ts'
import { operationShape } from '../../videos/veo-shape.ts'
import { googleAddress } from '../google-address.ts'
import { keyOf } from '../key-of.ts'
import { googleFace } from '../media/google-face.ts'
import { jsonOf } from '../media/json-of.ts'
import type { MediaDialect } from '../media/media-dialect.ts'
import { Refusal } from '../media/refusal.ts'
import { sendFailure } from '../send-failure.ts'
import { sendInlineVideos } from './send-inline-videos.ts'
import type { InlineVideo } from './send-inline-videos.ts'
import { submitVideo } from './submit-video.ts'
import { tellTask } from './tell-task.ts'
import { standOf } from './stand-of.ts'
import type { Standing } from './stand-of.ts'
import { strike } from './strike.ts'
import { pollFailure } from './poll-failure.ts'
import { veoEnd, veoOutcome } from './veo-outcome.ts'
import { veoWish } from './veo-wish.ts'
import type { VideoTask } from './video-task.ts'

const format = 'vertex-veo'
const named = /^(projects\/[^/]+\/locations\/[^/]+\/publishers\/[^/]+\/models\/([^/]+))\/operations\/([^/]+)$/

/** Veo of Vertex, read and printed without the adapter of the format. */
export const vertexVeo: MediaDialect = {
  ...googleFace,
  format,
  models: { 'demo-vertex-veo': 'predictLongRunning' },
  phrase: (misfit) => phraseMisfit(misfit, 'PredictLongRunningRequest'),
  serves: (path) => googleAddress(path)?.method === 'predictLongRunning' && path.includes('/publishers/'),
  async read(json, exchange) {
    const model = googleAddress(exchange.path)?.model ?? ''
    const [place] = /projects\/[^/]+\/locations\/[^/]+/.exec(exchange.path) ?? ['projects/demo/locations/global']
    const parent = `${place}/publishers/google/models/${model}`
    const wish = await veoWish(jsonOf(json), model, true)
    const placed = { ...wish, facts: { ...wish.facts, parent }, name: (unique: string) => unique }
    return {
      prompt: wish.prompt,
      answer: (directives) => submitVideo(placed, exchange, googleFace, directives, (task) => ({ name: nameOf(task) })),
    }
  },
}

/** `POST …/models/{model}:fetchPredictOperation`: the videos themselves are in the answer, each time, unless they were to be stored. */
export const vertexVeoOperation: MediaDialect = {
  ...googleFace,
  format,
  models: {},
  phrase: (misfit) => phraseMisfit(misfit, 'FetchPredictOperationRequest'),
  serves: (path) => googleAddress(path)?.method === 'fetchPredictOperation',
  read(json, exchange) {
    const { operationName: name } = operationShape(jsonOf(json), undefined)
    const [, parent, model, id = ''] = named.exec(name) ?? []
    if (parent === undefined || model !== googleAddress(exchange.path)?.model)
      throw new Refusal(refuseContents(`Invalid resource name: ${name}`, 'operationName'))
    const found = exchange.state.videos.get(id, format, keyOf(exchange) ?? '')
    const task = found?.facts['parent'] === parent ? found : undefined
    const unknown = refuseContents(`The operation ${name} was not found.`, undefined, 404, 'not-found')
    return {
      prompt: '',
      async answer() {
        const standing = task && standOf(task, Date.now())
        if (!task || standing !== 'succeeded' || task.facts['storageUri'] !== undefined)
          return tellTask(task, exchange, googleFace, unknown, print)
        const failure = pollFailure(task, 'poll-status') ?? pollFailure(task, 'file-status')
        if (failure) return sendFailure(exchange, googleFace, failure)
        const { there, filtered } = veoOutcome(task, standing)
        const response = { '@type': responseType, ...filtered }
        const cut = strike(task, 'cut-file') ?? strike(task, 'poll-cut')
        const document = (videos: readonly InlineVideo[]): JsonObject => ({
          name: nameOf(task),
          done: true,
          response: { ...response, videos: videos.map(({ base64 }) => ({ bytesBase64Encoded: base64, mimeType: 'video/mp4' })) },
        })
        return sendInlineVideos(exchange, task, there, document, cut)
      },
    }
  },
}

const responseType = 'type.googleapis.com/cloud.ai.large_models.vision.GenerateVideoResponse'

function nameOf({ id, facts }: VideoTask): string {
  return `${String(facts['parent'])}/operations/${id}`
}

function print(task: VideoTask, standing: Standing): JsonObject {
  const name = nameOf(task)
  const end = veoEnd(standing, task.directives)
  if (end) return { name, ...end }
  const { there, filtered } = veoOutcome(task, standing)
  const folder = String(task.facts['storageUri']).replace(/\/$/, '')
  const videos = there.map((i) => ({ gcsUri: `${folder}/${task.id}/sample_${i}.mp4`, mimeType: 'video/mp4' }))
  return { name, done: true, response: { '@type': responseType, ...filtered, ...(videos.length > 0 && { videos }) } }
}
