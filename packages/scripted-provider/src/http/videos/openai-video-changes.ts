import type { JsonObject } from '@interlingua/core'
import { parseSize } from '../../images/parse-size.ts'
import type { Size } from '../../images/size.ts'
import { refuseResponses } from '../../responses/refuse-responses.ts'
import {
  videoEditFormShape,
  videoEditShape,
  videoExtensionFormShape,
  videoExtensionShape,
  videoRemixShape,
} from '../../videos/openai-video-shapes.ts'
import { readMp4 } from '../../videos/read-mp4.ts'
import type { Exchange } from '../exchange.ts'
import { keyOf } from '../key-of.ts'
import { jsonOf } from '../media/json-of.ts'
import type { MediaDialect } from '../media/media-dialect.ts'
import { openaiFace } from '../media/openai-face.ts'
import { Refusal } from '../media/refusal.ts'
import { filmOf } from './film-of.ts'
import { printOpenaiVideo } from './print-openai-video.ts'
import { readVideoForm } from './read-video-form.ts'
import { standOf } from './stand-of.ts'
import { submitVideo } from './submit-video.ts'

const format = 'openai-videos'
const edits = '/v1/videos/edits'
const extensions = '/v1/videos/extensions'
const remix = /^\/v1\/videos\/([^/]+)\/remix$/
const longest = 120

/** The video that is changed. */
interface Source {
  readonly id?: string
  readonly model?: string
  readonly size: Size
  readonly seconds: number
}

interface Change {
  readonly prompt: string
  readonly model?: string | undefined
  readonly seconds?: string
  readonly source: Source
}

/** OpenAI's edits, extensions and remixes of videos, by their ids or as files. */
export const openaiVideoChanges: MediaDialect = {
  ...openaiFace,
  format,
  models: {},
  serves: (path) => path === edits || path === extensions || remix.test(path),
  async read(payload, exchange) {
    const { prompt, model: asked, seconds: more, source } = await readChange(payload, exchange)
    if (prompt === '') throw refused("Invalid 'prompt': empty string. Expected a string with minimum length 1.", 'prompt', 'empty_string')
    if (more !== undefined && !['4', '8', '12', '16', '20'].includes(more))
      throw refused(`Invalid value: '${more}'. Supported values are: '4', '8', '12', '16', and '20'.`, 'seconds', 'invalid_value')
    const seconds = source.seconds + Number(more ?? 0)
    if (seconds > longest) throw refused(`A video may be ${longest} seconds long, not ${seconds}.`, 'seconds', 'invalid_value')
    const { size } = source
    const model = asked ?? source.model ?? 'sora-2'
    const films = [filmOf({ model, prompt, size, seconds })]
    const facts: JsonObject = {
      seconds: String(seconds),
      size: `${size.width}x${size.height}`,
      remixed_from_video_id: source.id ?? null,
    }
    const wish = { format, model, prompt, films, facts, name: (unique: string) => `video_${unique}` }
    return { prompt, answer: (directives) => submitVideo(wish, exchange, openaiFace, directives, printOpenaiVideo) }
  },
}

async function readChange(payload: JsonObject | FormData | undefined, exchange: Exchange): Promise<Change> {
  const { path } = exchange
  const extended = path === extensions
  const id = remix.exec(path)?.[1]
  if (id !== undefined) return { ...videoRemixShape(jsonOf(payload), undefined), source: sourceOf(decodeURIComponent(id), exchange) }
  if (!(payload instanceof FormData)) {
    const { video, ...body } = (extended ? videoExtensionShape : videoEditShape)(jsonOf(payload), undefined)
    return { ...body, source: sourceOf(video.id, exchange) }
  }
  const { fields, file } = readVideoForm(payload, 'video')
  const { video, ...body } = (extended ? videoExtensionFormShape : videoEditFormShape)(fields, undefined)
  if (video) return { ...body, source: sourceOf(video.id, exchange) }
  if (!file) throw refused("Missing required parameter: 'video'.", 'video', 'missing_required_parameter')
  const read = readMp4(new Uint8Array(await file.arrayBuffer()))
  if (!read) throw refused('Invalid video data.', 'video', 'invalid_video_file')
  return { ...body, source: read }
}

function sourceOf(id: string, { state, ...exchange }: Exchange): Source {
  const task = state.videos.get(id, format, keyOf(exchange) ?? '')
  if (!task) throw new Refusal(refuseResponses('Video not found', 'video.id', 'not_found', 404))
  if (standOf(task, Date.now()) !== 'succeeded') throw refused('The video is not completed.', 'video.id', 'invalid_value')
  const { model, facts } = task
  return { id, model, size: parseSize(String(facts['size'])) ?? { width: 720, height: 1280 }, seconds: Number(facts['seconds']) }
}

function refused(message: string, param: string, code: string): Refusal {
  return new Refusal(refuseResponses(message, param, code))
}
