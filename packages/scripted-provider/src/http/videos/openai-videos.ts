import { isJsonObject } from '@interlingua/core'
import type { JsonObject } from '@interlingua/core'
import { parseSize } from '../../images/parse-size.ts'
import type { Size } from '../../images/size.ts'
import { refuseResponses } from '../../responses/refuse-responses.ts'
import { openaiVideoModel } from '../../videos/openai-video-model.ts'
import { videoFormShape, videoShape } from '../../videos/openai-video-shapes.ts'
import type { VideoBody } from '../../videos/openai-video-shapes.ts'
import type { DemoRequest } from '../demo-request.ts'
import { jsonOf } from '../media/json-of.ts'
import type { MediaDialect, MediaJob } from '../media/media-dialect.ts'
import { openaiProfile } from '../media/openai-profile.ts'
import { Refusal } from '../media/refusal.ts'
import type { Bitmap } from '../paint/bitmap.ts'
import { videoOf } from './video-of.ts'
import { openReference, openReferenceFile } from './openai-reference.ts'
import { encodeOpenaiVideo } from './encode-openai-video.ts'
import { readVideoForm } from './read-video-form.ts'
import { submitVideo } from './submit-video.ts'

const format = 'openai-videos'

/** OpenAI's videos, by form and by JSON, implemented without the adapter of the format. */
export const openaiVideos: MediaDialect = {
  ...openaiProfile,
  format,
  models: { 'demo-openai-videos': 'predictLongRunning' },
  serves: (path) => path === '/v1/videos',
  async read(payload, demoRequest) {
    if (!(payload instanceof FormData)) {
      const body = videoShape(jsonOf(payload), undefined)
      const { input_reference: reference } = body
      const size = check(body)
      return submit(body, size, reference ? await openReference(reference, size, demoRequest) : undefined, demoRequest)
    }
    const { fields, file } = readVideoForm(payload, 'input_reference')
    const { input_reference: reference, ...body } = videoFormShape(fields, undefined)
    const size = check(body)
    if (file) return submit(body, size, await openReferenceFile(file, size), demoRequest)
    const { input_reference: referred } = videoShape(
      { prompt: '', ...(isJsonObject(reference) && { input_reference: reference }) },
      undefined,
    )
    return submit(body, size, referred ? await openReference(referred, size, demoRequest) : undefined, demoRequest)
  },
}

function check({ model = 'sora-2', prompt, seconds = '4', size = '720x1280' }: Omit<VideoBody, 'input_reference'>): Size {
  const able = openaiVideoModel(model)
  if (prompt === '') throw refused("Invalid 'prompt': empty string. Expected a string with minimum length 1.", 'prompt', 'empty_string')
  if (!able.seconds.includes(seconds)) throw invalid(seconds, 'seconds', able.seconds)
  const parsed = able.sizes.includes(size) ? parseSize(size) : undefined
  if (!parsed) throw invalid(size, 'size', able.sizes)
  return parsed
}

function submit(body: Omit<VideoBody, 'input_reference'>, size: Size, input: Bitmap | undefined, demoRequest: DemoRequest): MediaJob {
  const { model = 'sora-2', prompt, seconds = '4' } = body
  const video = videoOf({ model, prompt, size, seconds: Number(seconds), inputs: input ? [input] : [] })
  const facts: JsonObject = { seconds, size: `${size.width}x${size.height}`, remixed_from_video_id: null }
  const request = { format, model, prompt, videos: [video], facts, name: (unique: string) => `video_${unique}` }
  return { prompt, answer: (directives) => submitVideo(request, demoRequest, openaiProfile, directives, encodeOpenaiVideo) }
}

function invalid(value: string, param: string, allowed: readonly string[]): Refusal {
  const listed = allowed.map((one) => `'${one}'`).join(', ')
  return refused(`Invalid value: '${value}'. Supported values are: ${listed}.`, param, 'invalid_value')
}

function refused(message: string, param: string, code: string): Refusal {
  return new Refusal(refuseResponses(message, param, code))
}
