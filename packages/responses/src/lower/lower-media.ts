import type { MediaPart, Part, Pointer } from '@interlingua/core'
import type { Draft } from '../extension.ts'
import { placeOf } from './place-of.ts'
import type { LowerScope } from './scope.ts'
import { textFor } from './text-for.ts'

/** Keeps images; audio and video become their transcript. Media without one were left out before. */
export function lowerMedia(part: MediaPart, at: Pointer, scope: LowerScope): Part {
  if (part.kind !== 'image') {
    scope.report('transcript', at)
    return textFor(part, part.transcript ?? '', at)
  }
  const { source } = part
  if (source.type === 'inline' && source.filename !== undefined) scope.report('media-name', placeOf(part, 'source.filename', at))
  if (part.detail !== 'medium' && part.clip === undefined && part.transcript === undefined) return part
  const lowered: Draft<MediaPart> = { ...part }
  if (part.detail === 'medium') {
    scope.report('media-detail-level', at)
    lowered.detail = 'auto'
  }
  return lowered
}
