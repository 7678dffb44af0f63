import type { Failure, JsonObject } from '@interlingua/core'
import { refuseResponses } from '../../responses/refuse-responses.ts'
import type { Exchange } from '../exchange.ts'
import { keyOf } from '../key-of.ts'
import { jsonOf } from '../media/json-of.ts'
import type { MediaDialect } from '../media/media-dialect.ts'
import { Refusal } from '../media/refusal.ts'
import { stricken } from '../media/stricken.ts'
import { sendFailure } from '../send-failure.ts'
import { gatewayFace } from './gateway-face.ts'
import { gatewayFormat, gatewayWish } from './gateway-wish.ts'
import { pollFailure } from './poll-failure.ts'
import { isWrapped, printFlat, printSubmitted, printWrapped } from './print-gateway-task.ts'
import { sendInlineVideos } from './send-inline-videos.ts'
import { signedAddress } from './signed-address.ts'
import { standOf } from './stand-of.ts'
import type { Standing } from './stand-of.ts'
import { strike } from './strike.ts'
import { submitVideo } from './submit-video.ts'
import { tellTask } from './tell-task.ts'
import type { VideoTask } from './video-task.ts'

const format = gatewayFormat
const generations = '/gateway-demo/v1/video/generations'
const download = `${generations}/download`
const one = /^\/gateway-demo\/v1\/video\/generations\/(?!download$)([^/]+)$/
const unknown: Failure = refuseResponses('The task does not exist.', undefined, 'task_not_exist', 404)

/** Another gateway's `POST /v1/video/generations`, in the words of all three families, read and printed without the adapter of the format. */
export const gatewayVideo: MediaDialect = {
  ...gatewayFace,
  format,
  models: { 'demo-gateway-video': 'predictLongRunning' },
  serves: (path) => path === generations,
  async read(json, exchange) {
    const wish = { ...(await gatewayWish(jsonOf(json), exchange)), name: (unique: string) => `task_${unique}` }
    return { prompt: wish.prompt, answer: (directives) => submitVideo(wish, exchange, gatewayFace, directives, printSubmitted) }
  },
}

/** `GET …/{id}`: flat or wrapped. */
export const gatewayVideoTask: MediaDialect = {
  ...gatewayFace,
  format,
  models: {},
  method: 'GET',
  serves: (path) => one.test(path),
  read: (_body, exchange) => ({
    prompt: '',
    answer() {
      const task = taskOf(decodeURIComponent(one.exec(exchange.path)?.[1] ?? ''), exchange)
      if (task && standOf(task, Date.now()) === 'succeeded' && isInline(task)) return tellInline(task, exchange)
      return tellTask(task, exchange, gatewayFace, unknown, (found, standing, now) => print(found, standing, now, exchange))
    },
  }),
}

/** `GET …/download?id=`: the file in base64, twice, for models with fixed durations. */
export const gatewayVideoDownload: MediaDialect = {
  ...gatewayFace,
  format,
  models: {},
  method: 'GET',
  serves: (path) => path === download,
  read(_body, exchange) {
    const { id = '' } = exchange.query
    const task = taskOf(id, exchange)
    const standing = task && standOf(task, Date.now())
    if (!task || standing === 'gone') throw new Refusal(unknown)
    if (task.facts['family'] !== 'vf-1')
      throw new Refusal(refuseResponses('The video of this task has an address.', 'id', 'unsupported_operation'))
    if (standing !== 'succeeded')
      throw new Refusal(refuseResponses('The task is not completed.', 'id', 'task_not_completed', 409, 'conflict'))
    return {
      prompt: '',
      answer() {
        if (task.directives.has('lost-file'))
          return sendFailure(exchange, gatewayFace, refuseResponses('The video has expired.', 'id', 'video_expired', 410, 'not-found'))
        const failure = pollFailure(task, 'file-status')
        if (failure) return sendFailure(exchange, gatewayFace, failure)
        const facts = { success: true, generation_id: id, task_id: id, format: 'mp4' }
        return sendInlineVideos(
          exchange,
          task,
          [0],
          ([video]) => ({ ...facts, size: video?.size ?? 0, base64: video?.base64 ?? '', data_url: dataUrlOf(video?.base64 ?? '') }),
          strike(task, 'cut-file'),
        )
      },
    }
  },
}

function taskOf(id: string, exchange: Exchange): VideoTask | undefined {
  return exchange.state.videos.get(id, format, keyOf(exchange) ?? '')
}

function isInline({ directives, facts }: VideoTask): boolean {
  return facts['family'] === 'vf-2' && directives.get('variant')?.words.includes('inline') === true
}

function print(task: VideoTask, standing: Standing, now: number, exchange: Exchange): JsonObject {
  const lost = task.directives.has('lost-file') ? 'lost-' : ''
  const there = standing === 'succeeded' && task.facts['family'] !== 'vf-1' ? thereOf(task) : []
  const urls = there.map((i) => signedAddress(exchange, `${lost}${task.id}.${i}.mp4`, task.ends))
  return isWrapped(task) ? printWrapped(task, standing, now, urls) : printFlat(task, standing, urls)
}

/** `[demo:variant inline]`: data URLs instead of addresses. */
function tellInline(task: VideoTask, exchange: Exchange): void | Promise<void> {
  const failure = pollFailure(task, 'poll-status')
  if (failure) return sendFailure(exchange, gatewayFace, failure)
  const document = (urls: readonly string[]): JsonObject =>
    isWrapped(task) ? printWrapped(task, 'succeeded', Date.now(), urls) : printFlat(task, 'succeeded', urls)
  return sendInlineVideos(
    exchange,
    task,
    thereOf(task),
    (videos) => document(videos.map(({ base64 }) => dataUrlOf(base64))),
    strike(task, 'cut-file'),
  )
}

function thereOf({ directives, films }: VideoTask): readonly number[] {
  return stricken(directives, films.length).flatMap((stroke, i) => (stroke ? [] : [i]))
}

function dataUrlOf(base64: string): string {
  return `data:video/mp4;base64,${base64}`
}
