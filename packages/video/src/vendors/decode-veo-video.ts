import { isJsonObject, pointer, type Context, type Json, type JsonObject, type Pointer, type Source } from '@interlingua/core'
import { checkLimits } from '@interlingua/core/adapter'
import type { VideoModel } from '../models/video-model.ts'
import type { VideoInput, VideoRequest, VideoRole } from '../video-request.ts'
import { readMedia } from '../request/read-media.ts'
import { readPrompt } from '../request/read-prompt.ts'
import { readFlag, readText, readWhole } from '../request/read.ts'
import { reportOthers } from '../request/report-others.ts'
import { InvalidVideoRequestError } from '../request/invalid-video-request-error.ts'
import { fitModel } from './fit-model.ts'

const at: Pointer = '/parameters'
const parameters = {
  count: 'sampleCount',
  duration: 'durationSeconds',
  aspectRatio: 'aspectRatio',
  resolution: 'resolution',
  audio: 'generateAudio',
  people: 'personGeneration',
  negativePrompt: 'negativePrompt',
  promptRewrite: 'enhancePrompt',
  seed: 'seed',
  fps: 'fps',
} as const
const media = ['prompt', 'image', 'lastFrame', 'video', 'referenceImages'] as const

/**
 * Decodes a body of Google's `:predictLongRunning` for the model `id` of the path, with these limits. Throws an `InvalidVideoRequestError`
 * that names the field, or a `LimitError`. https://ai.google.dev/gemini-api/docs/video
 */
export function decodeVeoVideo(body: unknown, id: string, model: VideoModel, context: Context): VideoRequest {
  if (!isJsonObject(body)) throw new InvalidVideoRequestError('', 'a JSON object is expected', 'invalid_request')
  checkLimits('gemini-veo', body, context.limits)
  const { instances, parameters: options = {} } = body
  const [instance, ...more] = Array.isArray(instances) ? (instances as readonly Json[]) : [] // Array.isArray does not narrow readonly arrays
  if (!isJsonObject(instance) || more.length > 0)
    throw new InvalidVideoRequestError('/instances', 'one instance, with a prompt, is expected', 'invalid_request')
  const place: Pointer = '/instances/0'
  if (!isJsonObject(options)) throw new InvalidVideoRequestError(at, 'an object is expected', 'invalid_request')
  reportOthers(body, ['instances', 'parameters', 'model'], '', context)
  reportOthers(instance, media, place, context)
  reportOthers(options, Object.values(parameters), at, context)
  const prompt = readPrompt(instance, place)
  const inputs = readInputs(instance, place, context)
  const read: Readonly<Record<keyof typeof parameters, number | string | boolean | undefined>> = {
    count: readWhole(options, 'sampleCount', at),
    duration: readWhole(options, 'durationSeconds', at),
    aspectRatio: readText(options, 'aspectRatio', at),
    resolution: readText(options, 'resolution', at),
    audio: readFlag(options, 'generateAudio', at),
    people: readText(options, 'personGeneration', at)?.toLowerCase(),
    negativePrompt: readText(options, 'negativePrompt', at),
    promptRewrite: readFlag(options, 'enhancePrompt', at),
    seed: readWhole(options, 'seed', at),
    fps: readWhole(options, 'fps', at),
  }
  const fields = Object.fromEntries(Object.entries(parameters).map(([field, name]) => [field, pointer(at, name)]))
  const said = Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined)) as Partial<VideoRequest> // each was read as its type
  return fitModel({ model: id, prompt, ...said, ...(inputs.length > 0 && { inputs }), at: '', fields }, model, context)
}

function readInputs(instance: JsonObject, place: Pointer, context: Context): readonly VideoInput[] {
  const inputs: VideoInput[] = []
  const take = (role: VideoRole, key: string, kind: 'image' | 'video'): void => {
    const value = instance[key]
    if (value === undefined || value === null) return
    inputs.push({ role, source: readFile(value, pointer(place, key), kind, context), at: pointer(place, key) })
  }
  take('first-frame', 'image', 'image')
  take('last-frame', 'lastFrame', 'image')
  take('source-video', 'video', 'video')
  const { referenceImages: references } = instance
  if (references === undefined || references === null) return inputs
  const list = pointer(place, 'referenceImages')
  if (!Array.isArray(references)) throw new InvalidVideoRequestError(list, 'a list is expected')
  for (const [index, reference] of (references as readonly Json[]).entries()) {
    // narrowed in the same way as above
    const each = pointer(list, index)
    if (!isJsonObject(reference)) throw new InvalidVideoRequestError(each, 'an object with an image is expected')
    reportOthers(reference, ['image', 'referenceType'], each, context)
    inputs.push({
      role: 'reference-image',
      source: readFile(reference['image'] ?? null, pointer(each, 'image'), 'image', context),
      at: each,
    })
  }
  return inputs
}

/** Reads `{ bytesBase64Encoded, mimeType }`, `{ gcsUri }`, or `{ inlineData }`. */
function readFile(value: Json, place: Pointer, kind: 'image' | 'video', context: Context): Source {
  const file = isJsonObject(value) ? (value['inlineData'] ?? value) : value
  if (!isJsonObject(file))
    throw new InvalidVideoRequestError(place, `an object with bytesBase64Encoded and mimeType, or with gcsUri, is expected`)
  const { bytesBase64Encoded, imageBytes, videoBytes, encodedVideo, data, mimeType, encoding, gcsUri, uri, fileUri } = file
  const bytes = bytesBase64Encoded ?? imageBytes ?? videoBytes ?? encodedVideo ?? data
  const mime = mimeType ?? encoding ?? (kind === 'image' ? 'image/png' : 'video/mp4')
  const text = bytes === undefined || bytes === null ? (gcsUri ?? uri ?? fileUri ?? null) : `data:${String(mime)};base64,${String(bytes)}`
  return readMedia(text, place, { kind, schemes: ['https', 'http', 'gs'] }, context)
}
