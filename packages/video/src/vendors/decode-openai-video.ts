import { isJsonObject, type Context, type JsonObject, type Pointer } from '@interlingua/core'
import { checkLimits } from '@interlingua/core/adapter'
import type { VideoModel } from '../models/video-model.ts'
import type { VideoInput, VideoRequest } from '../video-request.ts'
import { readMedia } from '../request/read-media.ts'
import { readPrompt } from '../request/read-prompt.ts'
import { readText, readWhole } from '../request/read.ts'
import { reportOthers } from '../request/report-others.ts'
import { unfoldForm } from '../request/unfold-form.ts'
import { InvalidVideoRequestError } from '../request/invalid-video-request-error.ts'
import { fitModel } from './fit-model.ts'

const read = ['model', 'prompt', 'seconds', 'size', 'input_reference', 'user'] as const

/**
 * Decodes a body of OpenAI's `POST /v1/videos`, JSON or the fields of a form, for a model with these limits; the defaults are OpenAI's own,
 * 4 seconds in 720x1280. Throws an `InvalidVideoRequestError` that names the field, or a `LimitError`.
 * https://platform.openai.com/docs/api-reference/videos/create
 */
export function decodeOpenaiVideo(body: unknown, model: VideoModel, context: Context): VideoRequest {
  if (!isJsonObject(body)) throw new InvalidVideoRequestError('', 'a JSON object is expected', 'invalid_request')
  const wire = unfoldForm(body)
  checkLimits('openai-videos', wire, context.limits)
  const id = readText(wire, 'model')
  if (id === undefined || id === '') throw new InvalidVideoRequestError('/model', 'model is required', 'missing_model')
  const prompt = readPrompt(wire)
  const user = readText(wire, 'user')
  reportOthers(wire, read, '', context)
  const inputs = readReference(wire, context)
  const fields: Record<string, Pointer> = { duration: '/seconds', size: '/size' }
  const request: VideoRequest = {
    model: id,
    prompt,
    duration: readWhole(wire, 'seconds') ?? 4,
    size: parseSize(wire),
    ...(inputs.length > 0 && { inputs }),
    ...(user !== undefined && user !== '' && { user }),
    at: '',
    fields,
  }
  return fitModel(request, model, context)
}

function parseSize(wire: JsonObject): { readonly width: number; readonly height: number } {
  const text = readText(wire, 'size') ?? '720x1280'
  const [, width, height] = /^(\d{2,4})x(\d{2,4})$/.exec(text.trim()) ?? []
  if (width === undefined || height === undefined)
    throw new InvalidVideoRequestError('/size', 'size must be width and height, as in 1280x720')
  return { width: Number(width), height: Number(height) }
}

function readReference(wire: JsonObject, context: Context): readonly VideoInput[] {
  const { input_reference: value } = wire
  if (value === undefined || value === null) return []
  const at = '/input_reference'
  return [{ role: 'first-frame', source: readMedia(value, at, { kind: 'image', schemes: ['https', 'http'] }, context), at }]
}
