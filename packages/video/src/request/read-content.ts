import { isJsonObject, pointer, type Context, type Json, type JsonObject, type Pointer } from '@interlingua/core'
import type { VideoModel } from '../models/video-model.ts'
import type { VideoInput, VideoRole } from '../video-request.ts'
import { readMedia, type Wanted } from './read-media.ts'
import { reportOthers } from './report-others.ts'
import { InvalidVideoRequestError } from './invalid-video-request-error.ts'

const root: Pointer = '/metadata/content'

const roles = {
  image_url: { first_frame: 'first-frame', last_frame: 'last-frame', reference_image: 'reference-image' },
  video_url: { reference_video: 'reference-video' },
  audio_url: { reference_audio: 'reference-audio' },
} as const satisfies Record<string, Readonly<Record<string, VideoRole>>>

const schemes = ['https', 'http', 'asset'] as const
const wanted = {
  image_url: { kind: 'image', schemes },
  video_url: { kind: 'video', schemes },
  audio_url: { kind: 'audio', schemes },
} as const satisfies Readonly<Record<keyof typeof roles, Wanted>>

/**
 * Reads `metadata.content` beside its text, which repeats the prompt. A first frame, a first and a last frame, and references exclude each
 * other.
 */
export function readContent(
  content: Json | undefined,
  prompt: string,
  assets: boolean,
  model: VideoModel,
  context: Context,
): readonly VideoInput[] {
  if (content === undefined || content === null) throw new InvalidVideoRequestError(root, 'metadata.content is required', 'invalid_request')
  if (!Array.isArray(content)) throw new InvalidVideoRequestError(root, 'metadata.content must be a list', 'invalid_request')
  const inputs: VideoInput[] = []
  let texts = 0
  for (const [index, item] of content.entries()) {
    const at = pointer(root, index)
    if (!isJsonObject(item)) throw new InvalidVideoRequestError(at, 'a content item is an object with a type')
    if (item['type'] === 'text') {
      readText(item, prompt, at, ++texts)
      reportOthers(item, ['type', 'text'], at, context)
    } else inputs.push(readInput(item, at, assets, model, context))
  }
  checkScenario(inputs, model)
  return inputs
}

function readText(item: JsonObject, prompt: string, at: Pointer, number: number): void {
  const { text } = item
  if (typeof text !== 'string') throw new InvalidVideoRequestError(pointer(at, 'text'), 'a text is expected')
  if (number > 1) throw new InvalidVideoRequestError(at, 'one text item is expected')
  if (text.trim() !== prompt.trim())
    throw new InvalidVideoRequestError(pointer(at, 'text'), 'the text must equal the prompt', 'conflicting_parameters')
}

function readInput(item: JsonObject, at: Pointer, assets: boolean, model: VideoModel, context: Context): VideoInput {
  const { type } = item
  if (type === 'draft_task') return readDraft(item, at, model, context)
  if (typeof type !== 'string' || !Object.hasOwn(roles, type))
    throw new InvalidVideoRequestError(pointer(at, 'type'), 'type must be text, image_url, video_url, audio_url or draft_task')
  const known: Readonly<Record<string, VideoRole>> = roles[type as keyof typeof roles] // just checked
  const { role: word } = item
  const role =
    word === undefined || word === null
      ? defaultRole(type, at)
      : typeof word === 'string' && Object.hasOwn(known, word)
        ? known[word]
        : undefined
  if (role === undefined) throw new InvalidVideoRequestError(pointer(at, 'role'), `role must be ${Object.keys(known).join(', ')}`)
  if (type !== 'image_url' && model.references === undefined)
    throw new InvalidVideoRequestError(at, `this model takes no ${type}`, 'unsupported_value')
  if (role === 'reference-image' && model.references === undefined)
    throw new InvalidVideoRequestError(pointer(at, 'role'), 'this model takes no reference images', 'unsupported_value')
  if (role === 'last-frame' && !model.lastFrame)
    throw new InvalidVideoRequestError(pointer(at, 'role'), 'this model takes no last frame', 'unsupported_value')
  reportOthers(item, ['type', 'role', type], at, context)
  const inner = item[type]
  const place = pointer(at, type, 'url')
  if (!isJsonObject(inner) || typeof inner['url'] !== 'string')
    throw new InvalidVideoRequestError(place, 'an address, a data URL or an asset is expected')
  reportOthers(inner, ['url'], pointer(at, type), context)
  const source = readMedia(inner['url'], place, wanted[type as keyof typeof wanted], context) // checked above
  if (source.type === 'url' && /^asset:/i.test(source.url) && !assets)
    throw new InvalidVideoRequestError(place, 'assets are taken where asset is true', 'invalid_value')
  if (type === 'video_url' && source.type === 'inline')
    throw new InvalidVideoRequestError(place, 'a video must be given by its address', 'unsupported_value')
  return { role, source, at: place }
}

function defaultRole(type: string, at: Pointer): VideoRole {
  if (type === 'image_url') return 'first-frame'
  throw new InvalidVideoRequestError(pointer(at, 'role'), 'role is required')
}

function readDraft(item: JsonObject, at: Pointer, model: VideoModel, context: Context): VideoInput {
  if (!model.drafts) throw new InvalidVideoRequestError(at, 'this model knows no drafts', 'unsupported_value')
  const draft = item['draft_task']
  const id = isJsonObject(draft) ? draft['id'] : undefined
  const place = pointer(at, 'draft_task', 'id')
  if (!isJsonObject(draft) || typeof id !== 'string' || id === '') throw new InvalidVideoRequestError(place, 'the id of a task is expected')
  reportOthers(item, ['type', 'draft_task'], at, context)
  reportOthers(draft, ['id'], pointer(at, 'draft_task'), context)
  return { role: 'draft-task', task: id, at: place }
}

function checkScenario(inputs: readonly VideoInput[], model: VideoModel): void {
  const of = (role: VideoRole): readonly VideoInput[] => inputs.filter((input) => input.role === role)
  const place = (input: VideoInput | undefined): Pointer => input?.at ?? root
  const [firsts, lasts] = [of('first-frame'), of('last-frame')]
  if (firsts[1]) throw new InvalidVideoRequestError(place(firsts[1]), 'there can be only one first frame', 'conflicting_parameters')
  if (lasts[1]) throw new InvalidVideoRequestError(place(lasts[1]), 'there can be only one last frame', 'conflicting_parameters')
  if (lasts[0] && !firsts[0]) throw new InvalidVideoRequestError(place(lasts[0]), 'a last frame needs a first one')
  const [images, videos, audios] = [of('reference-image'), of('reference-video'), of('reference-audio')]
  const reference = images[0] ?? videos[0] ?? audios[0]
  if (reference && firsts[0])
    throw new InvalidVideoRequestError(place(reference), 'references and frames exclude each other', 'conflicting_parameters')
  if (audios[0] && !images[0] && !videos[0])
    throw new InvalidVideoRequestError(place(audios[0]), 'a reference audio needs a reference image or video')
  const most = model.references
  if (most === undefined) return
  for (const [list, limit, word] of [
    [images, most.images, 'images'],
    [videos, most.videos, 'videos'],
    [audios, most.audios, 'audios'],
  ] as const)
    if (list[limit])
      throw new InvalidVideoRequestError(place(list[limit]), `at most ${limit} reference ${word} are taken`, 'unsupported_value')
}
