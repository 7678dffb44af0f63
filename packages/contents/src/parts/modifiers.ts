import { isJsonObject } from '@interlingua/core'
import type { Json, JsonObject, MediaPart } from '@interlingua/core'
import { addRest, keep, without } from '../extension.ts'
import type { JsonDraft, Draft } from '../extension.ts'
import type { Notes } from './codec.ts'

type Clip = NonNullable<MediaPart['clip']>
type Detail = NonNullable<MediaPart['detail']>

const clipKeys = new Set(['startOffset', 'endOffset', 'fps'])

/** Decodes `videoMetadata`, a clip of a video. Returns false for another shape. */
export function decodeClip(part: Draft<MediaPart>, value: Json, notes: Notes): boolean {
  if (!isJsonObject(value)) return false
  const { startOffset, endOffset, fps } = value
  const clip: Draft<Clip> = {}
  if (typeof startOffset === 'string') clip.start = startOffset
  else if (startOffset !== undefined) return false
  if (typeof endOffset === 'string') clip.end = endOffset
  else if (endOffset !== undefined) return false
  if (typeof fps === 'number') clip.fps = fps
  else if (fps !== undefined) return false
  part.clip = clip
  const extra = without(value, clipKeys)
  if (extra) notes.rest = keep(notes.rest, 'videoMetadata', extra)
  return true
}

export function encodeClip({ start, end, fps }: Clip, rest: JsonObject): JsonObject {
  const wire: JsonDraft = {}
  if (start !== undefined) wire.startOffset = start
  if (end !== undefined) wire.endOffset = end
  if (fps !== undefined) wire.fps = fps
  return addRest(wire, rest)
}

const levels: Readonly<Record<Exclude<Detail, 'auto'>, string>> = {
  low: 'MEDIA_RESOLUTION_LOW',
  medium: 'MEDIA_RESOLUTION_MEDIUM',
  high: 'MEDIA_RESOLUTION_HIGH',
  ultra: 'MEDIA_RESOLUTION_ULTRA_HIGH',
}
const details: ReadonlyMap<Json, Detail> = new Map(Object.entries(levels).map(([detail, level]) => [level, detail as Detail])) // the keys of `levels`
const levelKeys = new Set(['level'])

/** Decodes `mediaResolution` of one part. Returns false for another shape, or an unknown level. */
export function decodeDetail(part: Draft<MediaPart>, value: Json, notes: Notes): boolean {
  const detail = isJsonObject(value) ? details.get(value.level ?? null) : undefined
  if (!isJsonObject(value) || detail === undefined) return false
  part.detail = detail
  const extra = without(value, levelKeys)
  if (extra) notes.rest = keep(notes.rest, 'mediaResolution', extra)
  return true
}

export function encodeDetail(detail: Exclude<Detail, 'auto'>, rest: JsonObject): JsonObject {
  return addRest({ level: levels[detail] }, rest)
}
