import { isJsonObject, pointer, type Context, type JsonObject, type Pointer } from '@interlingua/core'
import type { VideoModel } from '../models/video-model.ts'
import type { VideoInput, VideoRequest } from '../video-request.ts'
import { readAlias, readText, readWhole } from './read.ts'
import { readMedia, type Wanted } from './read-media.ts'
import { sizes } from './sizes.ts'
import type { Spelled } from './spelled.ts'
import { reportOthers } from './report-others.ts'
import { InvalidVideoRequestError } from './invalid-video-request-error.ts'

const image: Wanted = { kind: 'image', schemes: ['https', 'http'] }
const sourceVideo: Wanted = { kind: 'video', schemes: ['https', 'http'] }

/**
 * Reads a request of the first family: `duration`, `resolution` and `aspect_ratio`, or `seconds` and `size`, or both where they agree. The
 * defaults are 5 seconds, 720p and 16:9, but for a source video, which has its own duration and size.
 */
export function readFixed(wire: JsonObject, model: VideoModel, context: Context): Spelled {
  const places: Record<string, Pointer> = { resolution: '/resolution', aspectRatio: '/aspect_ratio' }
  const [references, sources] = [readReference(wire, context), readRemix(wire, context)]
  const [reference] = references
  if (reference && sources.length > 0)
    throw new InvalidVideoRequestError(
      reference.at ?? '',
      'a reference image and a source video exclude each other',
      'conflicting_parameters',
    )
  const duration = readDuration(wire, places) ?? (sources.length > 0 ? undefined : 5)
  const size = parseSize(wire, places, model, sources.length > 0)
  const inputs = [...references, ...sources]
  return { request: { ...(duration !== undefined && { duration }), ...size, ...(inputs.length > 0 && { inputs }) }, places }
}

function readDuration(wire: JsonObject, places: Record<string, Pointer>): number | undefined {
  const duration = readWhole(wire, 'duration')
  const seconds = readWhole(wire, 'seconds')
  if (duration !== undefined && seconds !== undefined && duration !== seconds)
    throw new InvalidVideoRequestError('/seconds', 'seconds and duration name the same thing, and differ', 'conflicting_parameters')
  places['duration'] = duration === undefined && seconds !== undefined ? '/seconds' : '/duration'
  return duration ?? seconds
}

/** Reads one of the nine sizes, in pixels or in words. `optional` allows a request without a size. */
function parseSize(
  wire: JsonObject,
  places: Record<string, Pointer>,
  model: VideoModel,
  optional: boolean,
): Pick<VideoRequest, 'resolution' | 'aspectRatio' | 'size'> {
  const resolution = readText(wire, 'resolution')
  const aspectRatio = readText(wire, 'aspect_ratio')
  const text = readText(wire, 'size')
  const [width, height] = [readWhole(wire, 'width'), readWhole(wire, 'height')]
  if ((width === undefined) !== (height === undefined))
    throw new InvalidVideoRequestError(width === undefined ? '/width' : '/height', 'width and height go together', 'invalid_value')
  const spelled = text ?? (width === undefined ? undefined : `${width}x${height}`)
  if (text !== undefined && width !== undefined && text !== `${width}x${height}`)
    throw new InvalidVideoRequestError('/width', 'size, and width and height, name the same thing, and differ', 'conflicting_parameters')
  if (spelled === undefined && optional && resolution === undefined && aspectRatio === undefined) return {}
  if (spelled === undefined) {
    const whole = named(resolution ?? '720p', aspectRatio ?? '16:9', model)
    if (!optional || (resolution !== undefined && aspectRatio !== undefined)) return whole
    return { ...(resolution !== undefined && { resolution }), ...(aspectRatio !== undefined && { aspectRatio }) }
  }
  const at = text === undefined ? '/width' : '/size'
  const known = sizes.find(({ width: w, height: h }) => spelled === `${w}x${h}`)
  if (known === undefined)
    throw new InvalidVideoRequestError(
      at,
      `size must be one of ${sizes.map((s) => `${s.width}x${s.height}`).join(', ')}`,
      'unsupported_value',
    )
  if ((resolution ?? known.resolution) !== known.resolution)
    throw new InvalidVideoRequestError(at, 'size and resolution differ', 'conflicting_parameters')
  if ((aspectRatio ?? known.aspectRatio) !== known.aspectRatio)
    throw new InvalidVideoRequestError(at, 'size and aspect_ratio differ', 'conflicting_parameters')
  places['size'] = at
  if (resolution === undefined) places['resolution'] = at
  if (aspectRatio === undefined) places['aspectRatio'] = at
  return { resolution: known.resolution, aspectRatio: known.aspectRatio, size: { width: known.width, height: known.height } }
}

function named(resolution: string, aspectRatio: string, model: VideoModel): ReturnType<typeof parseSize> {
  const found = sizes.find((size) => size.resolution === resolution && size.aspectRatio === aspectRatio)
  if (found) return { resolution, aspectRatio, size: { width: found.width, height: found.height } }
  if (!model.resolutions.includes(resolution))
    throw new InvalidVideoRequestError('/resolution', `resolution must be one of ${model.resolutions.join(', ')}`, 'unsupported_value')
  throw new InvalidVideoRequestError('/aspect_ratio', `aspect_ratio must be one of ${model.ratios.join(', ')}`, 'unsupported_value')
}

/** Reads `input_reference`, also under the name `image` or as a list of one image. */
function readReference(wire: JsonObject, context: Context): readonly VideoInput[] {
  const { images } = wire
  if (images !== undefined && images !== null && !Array.isArray(images))
    throw new InvalidVideoRequestError('/images', 'images must be a list')
  if (Array.isArray(images) && images.length > 1)
    throw new InvalidVideoRequestError('/images/1', 'this family takes one reference image', 'unsupported_value')
  const listed = Array.isArray(images) ? images[0] : undefined
  const found = readAlias(wire, ['input_reference', 'image'])
  if (found && listed !== undefined && JSON.stringify(found.value) !== JSON.stringify(listed))
    throw new InvalidVideoRequestError('/images/0', `images and ${found.name} name the same thing, and differ`, 'conflicting_parameters')
  const at = found ? pointer('', found.name) : '/images/0'
  const value = found?.value ?? listed
  return value === undefined ? [] : [{ role: 'first-frame', source: readMedia(value, at, image, context), at }]
}

/** Reads the source video: an earlier task of this service, or a link. */
function readRemix(wire: JsonObject, context: Context): readonly VideoInput[] {
  const task = readText(wire, 'remix_from_video_id')
  const { video, video_url: link } = wire
  const named = [task, link ?? undefined, video ?? undefined].filter((value) => value !== undefined)
  if (named.length > 1)
    throw new InvalidVideoRequestError(
      task === undefined ? '/video' : '/remix_from_video_id',
      'only one source video can be named',
      'conflicting_parameters',
    )
  if (task !== undefined) return [{ role: 'source-task', task: taskId(task, '/remix_from_video_id'), at: '/remix_from_video_id' }]
  if (link !== undefined && link !== null)
    return [{ role: 'source-video', source: readMedia(link, '/video_url', sourceVideo, context), at: '/video_url' }]
  if (video === undefined || video === null) return []
  if (isJsonObject(video) && typeof video['id'] === 'string') {
    reportOthers(video, ['id'], '/video', context)
    return [{ role: 'source-task', task: taskId(video['id'], '/video/id'), at: '/video/id' }]
  }
  return [{ role: 'source-video', source: readMedia(video, '/video', sourceVideo, context), at: '/video' }]
}

function taskId(id: string, at: Pointer): string {
  if (id.trim() === '') throw new InvalidVideoRequestError(at, 'the id of a task is expected')
  return id
}
