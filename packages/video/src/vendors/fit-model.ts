import type { Context, FieldPointers, Pointer } from '@interlingua/core'
import type { VideoModel } from '../models/video-model.ts'
import { notice } from '../notices.ts'
import type { VideoRequest } from '../video-request.ts'
import { checkModel } from '../request/check-model.ts'
import { sizes } from '../request/sizes.ts'
import { InvalidVideoRequestError } from '../request/invalid-video-request-error.ts'

/** The durations of OpenAI's own videos in seconds, which a model of the first family may take beside its own. */
const openaiSeconds: readonly number[] = [4, 8, 12, 16, 20]

/**
 * Fits a request in a vendor's wording to the limits of the model: the next longer duration and the nearest size, with a notice for each
 * change. Throws an `InvalidVideoRequestError` at the caller's field for a value that cannot be fitted.
 */
export function fitModel(request: VideoRequest, model: VideoModel, context: Context): VideoRequest {
  const places: FieldPointers = request.fields ?? {}
  const { audio, ...asked } = request
  const last = asked.inputs?.find(({ role }) => role === 'last-frame')
  if (last !== undefined && !model.lastFrame)
    throw new InvalidVideoRequestError(last.at ?? '', 'this model takes no last frame', 'unsupported_value')
  const duration = fitDuration(asked.duration, model, places, context)
  const fitted = { ...fitSize(asked, model, context), ...(duration !== undefined && { duration }) }
  const own = model.family === 'vf-1' && duration !== undefined && openaiSeconds.includes(duration)
  const { duration: _checked, ...withoutLength } = fitted
  checkModel(model, { request: own ? withoutLength : fitted, places })
  return { ...fitted, ...soundOf(audio, model, places['audio'] ?? '', context) }
}

function fitDuration(
  seconds: number | undefined,
  { family, durations }: VideoModel,
  places: FieldPointers,
  context: Context,
): number | undefined {
  if (seconds === undefined || 'min' in durations || durations.includes(seconds)) return seconds
  if (family === 'vf-1' && openaiSeconds.includes(seconds)) return seconds
  const longer = durations.toSorted((a, b) => a - b).find((each) => each > seconds)
  if (longer === undefined) return seconds
  context.onNotice(notice('duration-raised', places['duration'] ?? ''))
  return longer
}

/** Turns pixels into the family's resolution and ratio; the first family takes the vendor's pixels unchanged. */
function fitSize(request: VideoRequest, model: VideoModel, context: Context): VideoRequest {
  const { size, ...rest } = request
  if (size === undefined) return request
  const place: Pointer = request.fields?.['size'] ?? ''
  const { width, height } = size
  const known = sizes.find((each) => each.width === width && each.height === height)
  if (model.family === 'vf-1') return known ? { ...request, resolution: known.resolution, aspectRatio: known.aspectRatio } : request
  const ratio = nearest(model.ratios, (each) => Math.abs(Math.log(width / height) - Math.log(ratioOf(each))))
  const resolution = nearest(model.resolutions, (each) => Math.abs(Math.min(width, height) - linesOf(each)))
  const words = { ...(resolution !== undefined && { resolution }), ...(ratio !== undefined && { aspectRatio: ratio }) }
  if (known?.resolution !== resolution || known?.aspectRatio !== ratio) context.onNotice(notice('size-fitted', place))
  return { ...rest, ...words, fields: { ...request.fields, resolution: place, aspectRatio: place } }
}

function nearest(words: readonly string[], distance: (word: string) => number): string | undefined {
  const known = words.filter((word) => Number.isFinite(distance(word)))
  return known.toSorted((a, b) => distance(a) - distance(b))[0]
}

function ratioOf(word: string): number {
  const [, width, height] = /^(\d+):(\d+)$/.exec(word) ?? []
  return Number(width) / Number(height)
}

/** The number of lines of a resolution: 2160 for `4k`. */
function linesOf(word: string): number {
  return word === '4k' ? 2160 : Number.parseInt(word, 10)
}

/** The audio to ask for: both vendors make sound by default. */
function soundOf(asked: boolean | undefined, { family, audio: makes }: VideoModel, at: Pointer, context: Context): { audio?: boolean } {
  if (asked === true && makes === false) throw new InvalidVideoRequestError(at, 'this model makes no sound', 'unsupported_value')
  if (asked === false && makes === 'always') context.onNotice(notice('always-audio', at))
  if (family === 'vf-2') return { audio: makes === 'always' || (makes && asked !== false) }
  return asked !== undefined && makes === true ? { audio: asked } : {}
}
