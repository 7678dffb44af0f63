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
import type { DemoRequest } from '../demo-request.ts'
import { keyOf } from '../key-of.ts'
import { jsonOf } from '../media/json-of.ts'
import type { MediaDialect } from '../media/media-dialect.ts'
import { openaiProfile } from '../media/openai-profile.ts'
import { Refusal } from '../media/refusal.ts'
import { videoOf } from './video-of.ts'
import { encodeOpenaiVideo } from './encode-openai-video.ts'
import { readVideoForm } from './read-video-form.ts'
import { statusOf } from './status-of.ts'
import { submitVideo } from './submit-video.ts'

const format = 'openai-videos'
const edits = '/v1/videos/edits'
const extensions = '/v1/videos/extensions'
const remix = /^\/v1\/videos\/([^/]+)\/remix$/
const longest = 120

/** The video to change. */
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

/** OpenAI's edits, extensions and remixes of videos, by id or by file. */
export const openaiVideoChanges: MediaDialect = {
  ...openaiProfile,
  format,
  models: {},
  serves: (path) => path === edits || path === extensions || remix.test(path),
  async read(payload, demoRequest) {
    const { prompt, model: asked, seconds: more, source } = await readChange(payload, demoRequest)
    if (prompt === '') throw refused("Invalid 'prompt': empty string. Expected a string with minimum length 1.", 'prompt', 'empty_string')
    if (more !== undefined && !['4', '8', '12', '16', '20'].includes(more))
      throw refused(`Invalid value: '${more}'. Supported values are: '4', '8', '12', '16', and '20'.`, 'seconds', 'invalid_value')
    const seconds = source.seconds + Number(more ?? 0)
    if (seconds > longest) throw refused(`A video may be ${longest} seconds long, not ${seconds}.`, 'seconds', 'invalid_value')
    const { size } = source
    const model = asked ?? source.model ?? 'sora-2'
    const videos = [videoOf({ model, prompt, size, seconds })]
    const facts: JsonObject = {
      seconds: String(seconds),
      size: `${size.width}x${size.height}`,
      remixed_from_video_id: source.id ?? null,
    }
    const request = { format, model, prompt, videos, facts, name: (unique: string) => `video_${unique}` }
    return { prompt, answer: (directives) => submitVideo(request, demoRequest, openaiProfile, directives, encodeOpenaiVideo) }
  },
}

async function readChange(payload: JsonObject | FormData | undefined, demoRequest: DemoRequest): Promise<Change> {
  const { path } = demoRequest
  const extended = path === extensions
  const id = remix.exec(path)?.[1]
  if (id !== undefined) return { ...videoRemixShape(jsonOf(payload), undefined), source: sourceOf(decodeURIComponent(id), demoRequest) }
  if (!(payload instanceof FormData)) {
    const { video, ...body } = (extended ? videoExtensionShape : videoEditShape)(jsonOf(payload), undefined)
    return { ...body, source: sourceOf(video.id, demoRequest) }
  }
  const { fields, file } = readVideoForm(payload, 'video')
  const { video, ...body } = (extended ? videoExtensionFormShape : videoEditFormShape)(fields, undefined)
  if (video) return { ...body, source: sourceOf(video.id, demoRequest) }
  if (!file) throw refused("Missing required parameter: 'video'.", 'video', 'missing_required_parameter')
  const read = readMp4(new Uint8Array(await file.arrayBuffer()))
  if (!read) throw refused('Invalid video data.', 'video', 'invalid_video_file')
  return { ...body, source: read }
}

function sourceOf(id: string, { state, ...demoRequest }: DemoRequest): Source {
  const task = state.videos.get(id, format, keyOf(demoRequest) ?? '')
  if (!task) throw new Refusal(refuseResponses('Video not found', 'video.id', 'not_found', 404))
  if (statusOf(task, Date.now()) !== 'succeeded') throw refused('The video is not completed.', 'video.id', 'invalid_value')
  const { model, facts } = task
  return { id, model, size: parseSize(String(facts['size'])) ?? { width: 720, height: 1280 }, seconds: Number(facts['seconds']) }
}

function refused(message: string, param: string, code: string): Refusal {
  return new Refusal(refuseResponses(message, param, code))
}
