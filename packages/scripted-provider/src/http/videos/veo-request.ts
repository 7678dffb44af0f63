import type { JsonObject } from '@interlingua/core'
import { refuseContents } from '../../contents/refuse-contents.ts'
import type { Size } from '../../images/size.ts'
import { geminiVeoShape, vertexVeoShape } from '../../videos/veo-shape.ts'
import type { VeoBody } from '../../videos/veo-shape.ts'
import { Refusal } from '../media/refusal.ts'
import type { Bitmap } from '../paint/bitmap.ts'
import { videoOf } from './video-of.ts'
import { openVeoMedia } from './open-veo-media.ts'
import type { VideoRequest } from './submit-video.ts'

const sides: Readonly<Record<string, Size>> = {
  '720p': { width: 1280, height: 720 },
  '1080p': { width: 1920, height: 1080 },
  '4k': { width: 3840, height: 2160 },
}

/** Reads a request for Veo, for the Developer API or for Vertex. Throws a Misfit or a Refusal. */
export async function veoRequest(json: JsonObject, model: string, vertex: boolean): Promise<Omit<VideoRequest, 'name'>> {
  const body: VeoBody = (vertex ? vertexVeoShape : geminiVeoShape)(json, undefined)
  const [instance, ...more] = body.instances
  if (!instance || more.length > 0) throw refused('exactly one instance is required', 'instances')
  const { parameters = {} } = body
  check(instance, parameters, model, vertex)
  const inputs: Bitmap[] = []
  for (const key of ['image', 'lastFrame'] as const) {
    const media = instance[key]
    if (media) inputs.push(await openVeoMedia(media, `instances[0].${key}`, vertex))
  }
  for (const [i, { image }] of (instance.referenceImages ?? []).entries())
    inputs.push(await openVeoMedia(image, `instances[0].referenceImages[${i}].image`, vertex))
  const { sampleCount = 1, durationSeconds: seconds = 8, aspectRatio = '16:9', resolution = '720p', seed } = parameters
  const wide = sides[resolution] ?? { width: 1280, height: 720 }
  const size = aspectRatio === '16:9' ? wide : { width: wide.height, height: wide.width }
  const { prompt = '' } = instance
  const videos = Array.from({ length: sampleCount }, (_, index) =>
    videoOf({ model, prompt, size, seconds, index, ...(seed !== undefined && { seed }), inputs }),
  )
  const facts: JsonObject = parameters.storageUri === undefined ? {} : { storageUri: parameters.storageUri }
  return { format: vertex ? 'vertex-veo' : 'gemini-veo', model, prompt, videos, facts }
}

function check(
  { prompt, image, lastFrame, video, referenceImages: references = [] }: VeoBody['instances'][number],
  {
    sampleCount = 1,
    durationSeconds: seconds,
    resolution = '720p',
    personGeneration: people,
    storageUri,
  }: NonNullable<VeoBody['parameters']>,
  model: string,
  vertex: boolean,
): void {
  const [, generation] = /veo-([\d.]+)/.exec(model) ?? []
  if ((prompt ?? '').trim() === '' && !image && !video) throw refused('a prompt or an image is required', 'instances[0].prompt')
  if (lastFrame && !image) throw refused('`lastFrame` needs an `image`', 'instances[0].lastFrame')
  if (lastFrame && generation === '3.0') throw unable('lastFrame', 'instances[0].lastFrame')
  if (references.length > 3) throw refused('at most 3 reference images are allowed', 'instances[0].referenceImages')
  if (references.length > 0 && (image || lastFrame)) throw refused('reference images exclude frames', 'instances[0].referenceImages')
  if (seconds !== undefined && ![4, 6, 8].includes(seconds))
    throw refused('supported durations are 4, 6 and 8', 'parameters.durationSeconds')
  // The demo's own models make every resolution in every duration.
  if (generation !== undefined && seconds !== undefined && seconds !== 8 && (resolution !== '720p' || references.length > 0))
    throw refused(`a video of ${resolution} must have 8 seconds`, 'parameters.durationSeconds')
  if (resolution === '4k' && generation === '3.0') throw unable('4k', 'parameters.resolution')
  if (storageUri !== undefined && !storageUri.startsWith('gs://'))
    throw refused('an address must begin with gs://', 'parameters.storageUri')
  if (vertex) return
  if (sampleCount > 1) throw unable('sampleCount', 'parameters.sampleCount')
  const allowed = image || references.length > 0 ? 'allow_adult' : 'allow_all'
  if (people !== undefined && people.toLowerCase() !== allowed)
    throw refused(`${people} for personGeneration is currently not supported`, 'parameters.personGeneration')
}

function unable(what: string, field: string): Refusal {
  return new Refusal(refuseContents(`\`${what}\` isn't supported by this model. Please remove it or refer to the documentation.`, field))
}

function refused(why: string, field: string): Refusal {
  return new Refusal(refuseContents(`Invalid value at '${field}': ${why}.`, field))
}
