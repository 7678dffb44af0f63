import type { JsonObject } from '@interlingua/core'
import { phraseMisfit } from '../../contents/phrase-misfit.ts'
import { refuseContents } from '../../contents/refuse-contents.ts'
import type { Exchange } from '../exchange.ts'
import { googleAddress } from '../google-address.ts'
import { keyOf } from '../key-of.ts'
import { googleFace } from '../media/google-face.ts'
import { jsonOf } from '../media/json-of.ts'
import type { MediaDialect } from '../media/media-dialect.ts'
import { Refusal } from '../media/refusal.ts'
import { sendFailure } from '../send-failure.ts'
import { sendFile } from './send-file.ts'
import { standOf } from './stand-of.ts'
import type { Standing } from './stand-of.ts'
import { submitVideo } from './submit-video.ts'
import { tellTask } from './tell-task.ts'
import { veoEnd, veoOutcome } from './veo-outcome.ts'
import { veoWish } from './veo-wish.ts'
import type { VideoTask } from './video-task.ts'

const format = 'gemini-veo'
const operation = /^\/v1(?:beta)?\/models\/([^/]+)\/operations\/([^/]+)$/
const download = /^\/v1(?:beta)?\/files\/([a-z0-9]+)-(\d):download$/
const phrase: MediaDialect['phrase'] = (misfit) => phraseMisfit(misfit, 'PredictLongRunningRequest')
const twoDays = 172_800_000

/** Veo of the Developer API, read and printed without the adapter of the format. */
export const geminiVeo: MediaDialect = {
  ...googleFace,
  format,
  models: { 'demo-gemini-veo': 'predictLongRunning' },
  phrase,
  serves: (path) => googleAddress(path)?.method === 'predictLongRunning' && !path.includes('/publishers/'),
  async read(json, exchange) {
    const model = googleAddress(exchange.path)?.model ?? ''
    const wish = { ...(await veoWish(jsonOf(json), model, false)), name: (unique: string) => unique.slice(0, 24) }
    const print = ({ id }: VideoTask): JsonObject => ({ name: nameOf(model, id) })
    return { prompt: wish.prompt, answer: (directives) => submitVideo(wish, exchange, googleFace, directives, print) }
  },
}

/** `GET /v1beta/models/{model}/operations/{id}`. */
export const geminiVeoOperation: MediaDialect = {
  ...googleFace,
  format,
  models: {},
  method: 'GET',
  phrase,
  serves: (path) => operation.test(path),
  read: (_body, exchange) => ({
    prompt: '',
    answer() {
      const [, model = '', id = ''] = (operation.exec(exchange.path) ?? []).map(decodeURIComponent)
      const task = exchange.state.videos.get(id, format, keyOf(exchange) ?? '')
      const unknown = refuseContents(`Operation not found: ${id}`, undefined, 404, 'not-found')
      const known = task?.model === model ? task : undefined
      return tellTask(known, exchange, googleFace, unknown, (found, standing) => print(found, standing, exchange))
    },
  }),
}

/** `GET /v1beta/files/{id}:download?alt=media`: for two days, and for nobody but who has the key. */
export const geminiVeoFile: MediaDialect = {
  ...googleFace,
  format,
  models: {},
  method: 'GET',
  phrase,
  serves: (path) => download.test(path),
  read(_body, exchange) {
    const [, id = '', number = '0'] = download.exec(exchange.path) ?? []
    const task = exchange.state.videos.get(id, format, keyOf(exchange) ?? '')
    const index = Number(number)
    const standing = task && standOf(task, Date.now())
    if (exchange.query['alt'] !== 'media') throw new Refusal(refuseContents('The demo gives files with alt=media only.', 'alt'))
    if (!task || standing !== 'succeeded' || !veoOutcome(task, standing).there.includes(index))
      throw new Refusal(
        refuseContents(`You do not have permission to access the File ${id} or it may not exist.`, undefined, 403, 'permission'),
      )
    return {
      prompt: '',
      answer() {
        if (task.directives.has('lost-file') || Date.now() > task.ends + twoDays)
          return sendFailure(exchange, googleFace, refuseContents('The file has expired.', undefined, 404, 'not-found'))
        return sendFile(exchange, task, index, googleFace)
      },
    }
  },
}

function nameOf(model: string, id: string): string {
  return `models/${model}/operations/${id}`
}

function print(task: VideoTask, standing: Standing, { headers }: Exchange): JsonObject {
  const name = nameOf(task.model, task.id)
  const end = veoEnd(standing, task.directives)
  if (end) return { name, ...end }
  const { there, filtered } = veoOutcome(task, standing)
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
