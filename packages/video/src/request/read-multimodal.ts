import { isJsonObject, pointer, type Context, type Json, type JsonObject, type Pointer } from '@interlingua/core'
import type { VideoModel } from '../models/video-model.ts'
import type { VideoInput, VideoRequest } from '../video-request.ts'
import { notice, type NoticeCode } from '../notices.ts'
import { readContent } from './read-content.ts'
import { readFlag, readText, readWhole, readWord } from './read.ts'
import type { Spelled } from './spelled.ts'
import { reportOthers } from './report-others.ts'
import { InvalidVideoRequestError } from './invalid-video-request-error.ts'

const at: Pointer = '/metadata'

/** The fields of `metadata` that are read here. Any other field is dropped with a notice. */
const known: ReadonlySet<string> = new Set([
  'content',
  'duration',
  'generate_audio',
  'resolution',
  'ratio',
  'watermark',
  'seed',
  'camera_fixed',
  'return_last_frame',
  'frames',
  'draft',
  'service_tier',
  'execution_expires_after',
  'tools',
  'priority',
])

/** The notices of fields that are dropped for a reason of their own. */
const refused = {
  callback_url: 'callback',
  model: 'routed-model',
  safety_identifier: 'own-identifier',
} as const satisfies Readonly<Record<string, NoticeCode>>

const largestSeed = 4_294_967_295

/** Reads a request of the third family, which has every field but `model`, `prompt` and `asset` in `metadata`. */
export function readMultimodal(wire: JsonObject, prompt: string, model: VideoModel, context: Context): Spelled {
  const { metadata } = wire
  if (metadata === undefined || metadata === null) throw new InvalidVideoRequestError(at, 'metadata is required', 'invalid_request')
  if (!isJsonObject(metadata)) throw new InvalidVideoRequestError(at, 'metadata must be an object', 'invalid_request')
  if (metadata['aspect_ratio'] !== undefined && metadata['aspect_ratio'] !== null)
    throw new InvalidVideoRequestError('/metadata/aspect_ratio', 'the field is ratio, never aspect_ratio')
  reportUnread(metadata, context)
  const assets = readFlag(wire, 'asset')
  const inputs: readonly VideoInput[] = readContent(metadata['content'], prompt, assets === true, model, context)
  const duration = readWhole(metadata, 'duration', at)
  const frames = within(metadata, 'frames', 1, 100_000)
  if (duration !== undefined && frames !== undefined)
    throw new InvalidVideoRequestError('/metadata/frames', 'frames and duration exclude each other', 'conflicting_parameters')
  const audio = readFlag(metadata, 'generate_audio', at)
  if (audio === true && model.audio === false)
    throw new InvalidVideoRequestError('/metadata/generate_audio', 'this model makes no sound', 'unsupported_value')
  const draft = readFlag(metadata, 'draft', at)
  if (draft === true && !model.drafts)
    throw new InvalidVideoRequestError('/metadata/draft', 'this model makes no drafts', 'unsupported_value')
  const request: Record<string, unknown> = {
    duration,
    frames,
    audio,
    resolution: readText(metadata, 'resolution', at),
    aspectRatio: readText(metadata, 'ratio', at),
    watermark: readFlag(metadata, 'watermark', at),
    seed: within(metadata, 'seed', -1, largestSeed),
    cameraFixed: readFlag(metadata, 'camera_fixed', at),
    returnLastFrame: readFlag(metadata, 'return_last_frame', at),
    draft,
    serviceTier: readWord(metadata, 'service_tier', ['default', 'flex'], at),
    expiresAfter: within(metadata, 'execution_expires_after', 3_600, 259_200),
    priority: readWhole(metadata, 'priority', at),
    tools: readTools(metadata['tools'], context),
    assets,
  }
  for (const key in request) if (request[key] === undefined) delete request[key]
  checkDraft(request)
  return { request: { ...request, ...(inputs.length > 0 && { inputs }) }, places }
}

const places = {
  duration: '/metadata/duration',
  frames: '/metadata/frames',
  audio: '/metadata/generate_audio',
  resolution: '/metadata/resolution',
  aspectRatio: '/metadata/ratio',
  watermark: '/metadata/watermark',
  seed: '/metadata/seed',
  cameraFixed: '/metadata/camera_fixed',
  returnLastFrame: '/metadata/return_last_frame',
  draft: '/metadata/draft',
  serviceTier: '/metadata/service_tier',
  expiresAfter: '/metadata/execution_expires_after',
  priority: '/metadata/priority',
  tools: '/metadata/tools',
  assets: '/asset',
} as const satisfies Record<string, Pointer>

function reportUnread(metadata: JsonObject, context: Context): void {
  for (const key in metadata) {
    if (known.has(key) || metadata[key] === null) continue
    const code = Object.hasOwn(refused, key) ? refused[key as keyof typeof refused] : 'foreign-field' // just looked up
    context.onNotice(notice(code, pointer(at, key)))
  }
}

/** Refuses options that a draft excludes: a draft is a preview in 480p, without a last frame, and made at once. */
function checkDraft({ draft, resolution, returnLastFrame, serviceTier }: Partial<VideoRequest>): void {
  if (draft !== true) return
  if (resolution !== undefined && resolution !== '480p')
    throw new InvalidVideoRequestError('/metadata/resolution', 'a draft is made in 480p', 'conflicting_parameters')
  if (returnLastFrame === true)
    throw new InvalidVideoRequestError('/metadata/return_last_frame', 'a draft hands out no last frame', 'conflicting_parameters')
  if (serviceTier === 'flex') throw new InvalidVideoRequestError('/metadata/service_tier', 'a draft cannot wait', 'conflicting_parameters')
}

function within(metadata: JsonObject, key: string, least: number, most: number): number | undefined {
  const value = readWhole(metadata, key, at)
  if (value !== undefined && (value < least || value > most))
    throw new InvalidVideoRequestError(pointer(at, key), `${key} must lie between ${least} and ${most}`)
  return value
}

function readTools(value: Json | undefined, context: Context): readonly string[] | undefined {
  if (value === undefined || value === null) return undefined
  if (!Array.isArray(value)) throw new InvalidVideoRequestError('/metadata/tools', 'tools must be a list')
  return value.map((tool: Json, index) => {
    const place = pointer('/metadata/tools', index)
    const type = isJsonObject(tool) ? tool['type'] : undefined
    if (!isJsonObject(tool) || typeof type !== 'string' || type === '') throw new InvalidVideoRequestError(place, 'a tool has a type')
    reportOthers(tool, ['type'], place, context)
    return type === 'web_search' ? 'web-search' : type
  })
}
