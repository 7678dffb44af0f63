import { pointer, type Context, type JsonObject, type Pointer } from '@interlingua/core'
import type { VideoModel } from '../models/video-model.ts'
import type { VideoInput } from '../video-request.ts'
import { readAlias, readFlag, readText, readWhole, readWord } from './read.ts'
import { readMedia, type Wanted } from './read-media.ts'
import type { Spelled } from './spelled.ts'
import { InvalidVideoRequestError } from './invalid-video-request-error.ts'

const people = ['allow_all', 'allow_adult', 'dont_allow'] as const
const largestSeed = 4_294_967_295
/** The image of a frame, also in a bucket of Google's (`gs:`), which only Google's upstreams can read. */
const frame: Wanted = { kind: 'image', schemes: ['https', 'http', 'gs'] }

/** Reads a request of the second family: `durationSeconds`, `aspectRatio`, `resolution`, `generateAudio` and the fields beside them. */
export function readNative(wire: JsonObject, model: VideoModel, context: Context): Spelled {
  const places: Record<string, Pointer> = {}
  const whole = (field: string, names: readonly string[]): number | undefined => {
    const found = readAlias(wire, names)
    if (found === undefined) return undefined
    places[field] = pointer('', found.name)
    return readWhole(wire, found.name)
  }
  const duration = whole('duration', ['durationSeconds', 'duration'])
  const count = whole('count', ['sampleCount', 'numberOfVideos', 'n'])
  const seed = readWhole(wire, 'seed')
  if (seed !== undefined && (seed < 0 || seed > largestSeed))
    throw new InvalidVideoRequestError('/seed', `seed must lie between 0 and ${largestSeed}`)
  const fps = readWhole(wire, 'fps')
  if (fps !== undefined && fps < 1) throw new InvalidVideoRequestError('/fps', 'fps must be at least 1')
  const options = {
    aspectRatio: readText(wire, 'aspectRatio'),
    resolution: readText(wire, 'resolution'),
    audio: readFlag(wire, 'generateAudio'),
    people: readWord(wire, 'personGeneration', people),
    watermark: readFlag(wire, 'addWatermark'),
    negativePrompt: readText(wire, 'negativePrompt'),
    promptRewrite: readFlag(wire, 'enhancePrompt'),
    duration,
    count,
    seed,
    fps,
  }
  if (options.audio === true && model.audio === false)
    throw new InvalidVideoRequestError('/generateAudio', 'this model makes no sound', 'unsupported_value')
  const inputs = readFrames(wire, model, context)
  if (options.audio !== undefined) places['audio'] = '/generateAudio'
  Object.assign(places, {
    people: '/personGeneration',
    watermark: '/addWatermark',
    promptRewrite: '/enhancePrompt',
  })
  return { request: { ...withoutAbsent(options), ...(inputs.length > 0 && { inputs }) }, places }
}

function readFrames(wire: JsonObject, model: VideoModel, context: Context): readonly VideoInput[] {
  const { image } = wire
  const last = readAlias(wire, ['lastFrame', 'last_frame', 'image_tail'])
  const inputs: VideoInput[] = []
  if (image !== undefined && image !== null)
    inputs.push({ role: 'first-frame', source: readMedia(image, '/image', frame, context), at: '/image' })
  if (last === undefined) return inputs
  const at = pointer('', last.name)
  if (!model.lastFrame) throw new InvalidVideoRequestError(at, 'this model takes no last frame', 'unsupported_value')
  if (inputs.length === 0) throw new InvalidVideoRequestError(at, 'a last frame needs a first one: send image, too', 'invalid_value')
  return [...inputs, { role: 'last-frame', source: readMedia(last.value, at, frame, context), at }]
}

function withoutAbsent<T extends object>(options: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  } // just filtered
}
