import type { Json, JsonObject } from '@interlingua/core'
import { parseSize } from '../../images/parse-size.ts'
import type { Size } from '../../images/size.ts'
import { refuseResponses } from '../../responses/refuse-responses.ts'
import { ValidationError } from '../../shape/validation-error.ts'
import type { Place } from '../../shape/place.ts'
import { arkVideoShape } from '../../videos/ark-video-shape.ts'
import type { ArkVideoBody } from '../../videos/ark-video-shape.ts'
import { fixedVideoShape, multimodalVideoShape, nativeVideoShape } from '../../videos/gateway-video-shapes.ts'
import type { DemoRequest } from '../demo-request.ts'
import { keyOf } from '../key-of.ts'
import { openInput } from '../media/open-input.ts'
import { Refusal } from '../media/refusal.ts'
import type { Bitmap } from '../paint/bitmap.ts'
import { arkRequest } from './ark-request.ts'
import { videoOf } from './video-of.ts'
import { statusOf } from './status-of.ts'
import type { VideoRequest } from './submit-video.ts'

type GatewayRequest = Omit<VideoRequest, 'name'>

export const gatewayFormat = 'gateway-video'
const multimodal = ['metadata', 'asset']
const native = [
  'durationSeconds',
  'aspectRatio',
  'generateAudio',
  'lastFrame',
  'sampleCount',
  'personGeneration',
  'addWatermark',
  'seed',
  'negativePrompt',
  'enhancePrompt',
  'fps',
]
const fixed = ['duration', 'seconds', 'aspect_ratio', 'size', 'input_reference', 'remix_from_video_id', 'video_url']
const sides: Readonly<Record<string, readonly [number, number]>> = { '480p': [854, 480], '720p': [1280, 720], '1080p': [1920, 1080] }

/** Reads a request in the wording of any family. Throws a Misfit or a Refusal. */
export function gatewayRequest(body: JsonObject, demoRequest: DemoRequest): Promise<GatewayRequest> {
  const says = (keys: readonly string[]): boolean => keys.some((key) => key in body)
  if (says(multimodal) || !(says(native) || says(fixed))) return multimodalRequest(body, demoRequest)
  return says(native) ? nativeRequest(body, demoRequest) : fixedRequest(body, demoRequest)
}

async function multimodalRequest(body: JsonObject, demoRequest: DemoRequest): Promise<GatewayRequest> {
  const { model, prompt, asset = false, metadata } = multimodalVideoShape(body, undefined)
  const read = readMetadata({ ...metadata, model })
  const texts = read.content.flatMap((item) => (item.type === 'text' ? [item.text.trim()] : []))
  if (!texts.includes(prompt.trim()) && !read.content.some(({ type }) => type === 'draft_task'))
    throw refused('one text of the content must be the prompt', 'metadata.content')
  if (!asset && JSON.stringify(metadata).includes('"asset://')) throw refused('assets need asset to be true', 'asset')
  const request = await arkRequest(read, gatewayFormat, demoRequest)
  return { ...request, prompt, facts: { ...request.facts, family: 'vf-3' } }
}

/** Reads the metadata. A schema violation is thrown with its whole place. */
function readMetadata(metadata: JsonObject): ArkVideoBody {
  try {
    return arkVideoShape(metadata, undefined)
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    const place = error.place.reduce<Place>((parent, key) => ({ key, parent }), { key: 'metadata' })
    throw new ValidationError(place, error.issue)
  }
}

async function nativeRequest(body: JsonObject, demoRequest: DemoRequest): Promise<GatewayRequest> {
  const { model, prompt, image, lastFrame, seed, ...rest } = nativeVideoShape(body, undefined)
  const { durationSeconds: seconds = 8, aspectRatio = '16:9', resolution = '720p', sampleCount = 1 } = rest
  if (![4, 6, 8].includes(seconds)) throw refused('durations are 4, 6 and 8', 'durationSeconds')
  if (lastFrame !== undefined && image === undefined) throw refused('it needs an image', 'lastFrame')
  const inputs: Bitmap[] = []
  for (const [name, url] of Object.entries({ image, lastFrame })) if (url !== undefined) inputs.push(await open(url, name, demoRequest))
  const size = sizeOf(resolution, aspectRatio)
  const watermark = rest.addWatermark ?? false
  const videos = Array.from({ length: sampleCount }, (_, index) =>
    videoOf({ model, prompt, size, seconds, index, ...(seed !== undefined && { seed }), inputs, watermark }),
  )
  return { format: gatewayFormat, model, prompt, videos, facts: { family: 'vf-2' } }
}

async function fixedRequest(body: JsonObject, demoRequest: DemoRequest): Promise<GatewayRequest> {
  const { model, prompt, ...rest } = fixedVideoShape(body, undefined)
  const source = rest.remix_from_video_id === undefined ? undefined : sourceOf(rest.remix_from_video_id, demoRequest)
  const seconds = source?.seconds ?? secondsIn(rest.duration ?? rest.seconds ?? 5)
  const shaped = sizeOf(rest.resolution ?? '720p', rest.aspect_ratio ?? '16:9')
  const size = source?.size ?? (rest.size === undefined ? shaped : parseSize(rest.size))
  if (!size || !isKnown(size)) throw refused('a size of 480p, 720p or 1080p is expected', 'size')
  if (rest.size !== undefined && (rest.resolution ?? rest.aspect_ratio) !== undefined && `${shaped.width}x${shaped.height}` !== rest.size)
    throw refused('it says another size', 'size')
  const reference = typeof rest.input_reference === 'object' ? rest.input_reference.image_url : (rest.input_reference ?? rest.image)
  const inputs = reference === undefined ? [] : [await open(reference, 'input_reference', demoRequest)]
  const facts: JsonObject = { family: 'vf-1', seconds, width: size.width, height: size.height }
  return { format: gatewayFormat, model, prompt, videos: [videoOf({ model, prompt, size, seconds, inputs })], facts }
}

function secondsIn(value: Json): number {
  const seconds = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
  if (![5, 10, 15, 20].includes(seconds)) throw refused('durations are 5, 10, 15 and 20', 'duration')
  return seconds
}

function sizeOf(resolution: string, ratio: string): Size {
  const [long, short] = sides[resolution] ?? [1280, 720]
  if (ratio === '1:1') return { width: short, height: short }
  return ratio === '16:9' ? { width: long, height: short } : { width: short, height: long }
}

function isKnown({ width, height }: Size): boolean {
  return Object.values(sides).some((one) => one.includes(width) && one.includes(height) && Math.min(width, height) === one[1])
}

function sourceOf(id: string, { state, ...demoRequest }: DemoRequest): { readonly size: Size; readonly seconds: number } {
  const task = state.videos.get(id, gatewayFormat, keyOf(demoRequest) ?? '')
  if (task?.facts['family'] !== 'vf-1' || statusOf(task, Date.now()) !== 'succeeded')
    throw refused('there is no such video', 'remix_from_video_id')
  const { seconds, width, height } = task.facts
  return { seconds: Number(seconds), size: { width: Number(width), height: Number(height) } }
}

async function open(url: string, param: string, demoRequest: DemoRequest): Promise<Bitmap> {
  const bitmap = await openInput(url, demoRequest)
  if (typeof bitmap === 'string') throw refused('no image can be read there', param)
  return bitmap
}

function refused(why: string, param: string): Refusal {
  return new Refusal(refuseResponses(`Invalid '${param}': ${why}.`, param, 'invalid_value'))
}
